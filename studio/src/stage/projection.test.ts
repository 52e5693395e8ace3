import { expect, test } from 'vitest';
import { pick, project, projection, rectangle, type View } from './projection';
import { noise } from './noise';

/** Everything that is drawn of a map of columns, back to front: tops, and sides that a lower neighbour leaves open. */
function drawn(view: View, side: number, heights: (x: number, y: number) => number | undefined): { x: number; y: number; corners: [number, number][] }[] {
  const p = projection(view, 64);
  const parts: { x: number; y: number; corners: [number, number][] }[] = [];
  const cells = Array.from({ length: side * side }, (_, i) => ({ x: i % side, y: Math.floor(i / side) }));
  cells.sort((a, b) => (view === 'iso' ? a.x + a.y - b.x - b.y : a.y - b.y) || a.x - b.x);
  for (const { x, y } of cells) {
    const z = heights(x, y)!;
    const corner = (dx: number, dy: number, h: number) => project(p, x + dx, y + dy, h);
    const low = -3;
    const left = heights(x, y + 1) ?? low;
    const right = heights(x + 1, y) ?? low;
    if (left < z) parts.push({ x, y, corners: [corner(0, 1, z), corner(1, 1, z), corner(1, 1, left), corner(0, 1, left)] });
    if (right < z) parts.push({ x, y, corners: [corner(1, 1, z), corner(1, 0, z), corner(1, 0, right), corner(1, 1, right)] });
    parts.push({ x, y, corners: [corner(0, 0, z), corner(1, 0, z), corner(1, 1, z), corner(0, 1, z)] });
  }
  return parts;
}

function inside(corners: [number, number][], px: number, py: number): boolean {
  let odd = false;
  corners.forEach(([ax, ay], i) => {
    const [bx, by] = corners[(i + 3) % 4]!;
    if (ay > py !== by > py && px < ((bx - ax) * (py - ay)) / (by - ay) + ax) odd = !odd;
  });
  return odd;
}

for (const view of ['iso', 'above'] as const) {
  test(`picking finds the column that was drawn last: ${view}`, () => {
    const side = 14;
    const wrong: string[] = [];
    let compared = 0;
    for (let map = 0; map < 6; map++) {
      // Flat, hills, cliffs, walls of 2.4 and cut ones of 0.4 among them.
      const steps = [[0], [0, 1], [0, 1, 2, 5], [0, 2.4], [0, 0.4, 2.4, 1], [-2, 0, 3]][map]!;
      const height = (x: number, y: number) => (x < 0 || y < 0 || x >= side || y >= side ? undefined : steps[noise(x >> 1, y >> 1, map) % steps.length]!);
      const parts = drawn(view, side, height);
      const p = projection(view, 64);
      const [low, high] = [Math.min(...steps, -3), Math.max(...steps)];
      for (let i = 0; i < 2500; i++) {
        const [mx, my] = project(p, (noise(i, 1, map) % 14000) / 1000, (noise(i, 2, map) % 14000) / 1000, 0);
        const [px, py] = [mx + 0.137, my + 0.211];
        const expected = parts.findLast((part) => inside(part.corners, px, py));
        const found = pick(p, px, py, low, high, height);
        // Below the front edge of the map the sides go down to where the test stops them.
        if (!expected) continue;
        compared++;
        if (found?.x !== expected.x || found.y !== expected.y) wrong.push(`map ${map} at ${px},${py}: ${found?.x},${found?.y} for ${expected.x},${expected.y}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(10_000);
  });
}

test('the rectangle and its triangles agree with the exact cell, as in the paper', () => {
  const p = projection('iso', 64);
  for (let i = 0; i < 5000; i++) {
    const [sx, sy] = [(noise(i, 5, 1) % 200_000) / 100 - 1000 + 0.003, (noise(i, 6, 1) % 200_000) / 100 - 1000 + 0.007];
    const box = rectangle(p, sx, sy);
    const [column, row] = [Math.round((box.left + 32) / 64), Math.round(box.top / 32)];
    const [dx, dy] = [[0, 0], [-1, 0], [0, -1], [1, 0], [0, 1]][box.triangle]!;
    const exact = pick(p, sx, sy, 0, 0, () => 0)!;
    expect([row + column + dx!, row - column + dy!]).toEqual([exact.x, exact.y]);
  }
});
