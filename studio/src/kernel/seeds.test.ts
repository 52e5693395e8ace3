import { expect, test } from 'vitest';
import { dice, neighbour, randomSeed } from './seeds';

test('seeds count on and back', () => {
  expect(neighbour('hollow bell 12', 1)).toBe('hollow bell 13');
  expect(neighbour('hollow bell', 1)).toBe('hollow bell 1');
  expect(neighbour('hollow bell 0', -1)).toBe('hollow bell');
  expect(neighbour('x99999999999999999999', 1)).toBe('x99999999999999999999 1');
});

test('the dice of a day fall the same all day', () => {
  expect(randomSeed(dice('2026-11-17'))).toBe(randomSeed(dice('2026-11-17')));
  expect(randomSeed(dice('2026-11-17'))).not.toBe(randomSeed(dice('2026-11-18')));
});
