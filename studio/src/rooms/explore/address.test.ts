import { expect, test } from 'vitest';
import { hasWord, loadWords } from '../../words/index.svelte';
import { sets } from './address';

const shipped = import.meta.glob<string>('../../../../crates/tiles/sets/*.toml', { query: '?raw', import: 'default', eager: true });

test('every shipped tile set of squares can be walked in, and has a name', async () => {
  await loadWords('en');
  const squares = Object.entries(shipped).filter(([, text]) => !/^shape = "hexagon"/m.test(text)).map(([file]) => file.replace(/^.*\/|\.toml$/g, ''));
  expect(squares.length).toBeGreaterThan(8);
  // Flowers hang in the sky, seen from the side: a sample for the overlapping model, not a place.
  expect([...sets].sort()).toEqual(squares.filter((name) => name !== 'flowers').sort());
  for (const set of sets) expect(hasWord(`set.${set}`), set).toBe(true);
});
