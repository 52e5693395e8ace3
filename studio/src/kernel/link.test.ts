import { expect, test } from 'vitest';
import { newDoc } from './document';
import { fromFragment, LinkError, toFragment } from './link';

const doc = { ...newDoc('hollow bell 12', { maker: 'dungeon', theme: 'crypt' }), view: { style: 'dark' } };

test('a link is the document, short and the same each time', async () => {
  const link = await toFragment(doc);
  expect(link).toBe(await toFragment({ ...doc }));
  expect(link.length).toBeLessThan(700);
  expect(await fromFragment(link)).toEqual(doc);
});

test('cut, newer, broken and hostile links say what they are', async () => {
  const link = await toFragment(doc);
  const why = (text: string) => fromFragment(text).then(() => 'fine', (e: LinkError) => e.why);
  expect(await why(link.slice(0, -9))).toBe('cut');
  expect(await why(link.replace('#1.', '#9.'))).toBe('newer');
  for (const bad of ['#', '#1', '#x.y', '#1.!!!.abc', '']) expect(await why(bad)).toBe('broken');
  // Two hundred megabytes of spaces, packed small.
  const big = await toFragment({ ...doc, seed: ' '.repeat(3_000_000) });
  expect(await why(big)).toBe('broken');
});
