import { expect, test } from 'vitest';
import { path } from './path';

const rows = ['#########', '#...#...#', '#.#.#.#.#', '#.#...#.#', '#########'];
const open = (_: unknown, to: { x: number; y: number }) => rows[to.y]?.[to.x] === '.';

test('the way is the shortest, step by step', () => {
  const way = path({ x: 1, y: 1 }, { x: 7, y: 3 }, open);
  expect(way).toHaveLength(12);
  let at = { x: 1, y: 1 };
  for (const step of way) {
    expect(Math.abs(step.x - at.x) + Math.abs(step.y - at.y)).toBe(1);
    expect(open(at, step)).toBe(true);
    at = step;
  }
  expect(at).toEqual({ x: 7, y: 3 });
});

test('there is no way into a wall, but one beside it', () => {
  expect(path({ x: 1, y: 1 }, { x: 4, y: 1 }, open)).toEqual([]);
  expect(path({ x: 1, y: 1 }, { x: 4, y: 1 }, open, true).at(-1)).toEqual({ x: 3, y: 1 });
  expect(path({ x: 1, y: 1 }, { x: 500, y: 1 }, open)).toEqual([]);
});
