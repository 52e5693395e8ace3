import { describe, expect, test } from 'vitest';
import { en } from './en';
import { pt } from './pt';

describe('words', () => {
  test('both languages have the same keys and the same values in them', () => {
    expect(Object.keys(pt).sort()).toEqual(Object.keys(en).sort());
    const names = (text: string) => [...new Set([...text.matchAll(/\{(\w+)/g)].map((m) => m[1]))].sort();
    for (const key of Object.keys(en) as (keyof typeof en)[]) expect([key, names(pt[key])]).toEqual([key, names(en[key])]);
  });

  test('nobody apologises or shouts', () => {
    for (const text of [...Object.values(en), ...Object.values(pt)]) expect(text).not.toMatch(/\boops\b|please|generate|invalid|payload|!/i);
  });
});
