/** The shortest way over cells, for a click. */
import type { Cell } from './projection';

const ways = [[0, -1], [1, 0], [0, 1], [-1, 0]] as const;

/**
 * The steps from a cell to another, without the first; empty if there is none within reach. If the goal itself cannot
 * be entered, the way leads beside it when `beside` is set.
 */
export function path(from: Cell, to: Cell, passable: (a: Cell, b: Cell) => boolean, beside = false, most = 40_000): Cell[] {
  const reach = 90;
  const side = 2 * reach + 1;
  const at = (c: Cell) => (c.y - from.y + reach) * side + (c.x - from.x + reach);
  if (Math.abs(to.x - from.x) > reach || Math.abs(to.y - from.y) > reach) return [];
  const came = new Int32Array(side * side).fill(-1);
  const queue: Cell[] = [from];
  came[at(from)] = at(from);
  for (let i = 0; i < queue.length && i < most; i++) {
    const here = queue[i]!;
    if (here.x === to.x && here.y === to.y) return back(here);
    for (const [dx, dy] of ways) {
      const next = { x: here.x + dx, y: here.y + dy };
      if (Math.abs(next.x - from.x) > reach || Math.abs(next.y - from.y) > reach || came[at(next)] !== -1) continue;
      if (beside && next.x === to.x && next.y === to.y && !passable(here, next)) return here === from ? [] : back(here);
      if (!passable(here, next)) continue;
      came[at(next)] = at(here);
      queue.push(next);
    }
  }
  return [];

  function back(end: Cell): Cell[] {
    const steps: Cell[] = [];
    let i = at(end);
    while (came[i] !== i) {
      steps.push({ x: (i % side) - reach + from.x, y: Math.floor(i / side) - reach + from.y });
      i = came[i]!;
    }
    return steps.reverse();
  }
}
