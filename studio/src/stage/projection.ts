/** How cells lie on the screen: isometric or from above, and back again with heights. */

export type View = 'iso' | 'above' | 'first';
export interface Cell { x: number; y: number }

/** Screen = x · e1 + y · e2, less `lift` for each step of height. */
export interface Projection {
  view: View;
  e1: readonly [number, number];
  e2: readonly [number, number];
  lift: number;
}

/** The projection of a view for tiles of a width in pixels; a diamond is half as high as wide. */
export function projection(view: View, width: number): Projection {
  if (view === 'iso') return { view, e1: [width / 2, width / 4], e2: [-width / 2, width / 4], lift: width / 4 };
  const side = width * 0.7;
  return { view, e1: [side, 0], e2: [0, side], lift: side / 4 };
}

export function project(p: Projection, x: number, y: number, z: number): [number, number] {
  return [x * p.e1[0] + y * p.e2[0], x * p.e1[1] + y * p.e2[1] - z * p.lift];
}

/** The place on the map that a point of the screen shows on ground of a height. */
export function unproject(p: Projection, sx: number, sy: number, z: number): [number, number] {
  const [a, b] = p.e1;
  const [c, d] = p.e2;
  const det = a * d - b * c;
  const down = sy + z * p.lift;
  return [(sx * d - down * c) / det, (down * a - sx * b) / det];
}

/**
 * The cell that a point of the screen shows, where every cell is a column up to its height.
 *
 * The line of sight goes down into the map: from the highest ground on it passes from cell to cell, away from the
 * viewer, and the first column that it meets counts, by its top or by its sides.
 */
export function pick(p: Projection, sx: number, sy: number, low: number, high: number, height: (x: number, y: number) => number | undefined): Cell | null {
  const [x0, y0] = unproject(p, sx, sy, high);
  const [gx, gy] = unproject(p, 0, p.lift, 0);
  let cx = Math.floor(x0);
  let cy = Math.floor(y0);
  let z = high;
  while (z >= low) {
    const back = high - z;
    const tx = gx > 0 ? Math.max(0, x0 - gx * back - cx) / gx : Infinity;
    const ty = gy > 0 ? Math.max(0, y0 - gy * back - cy) / gy : Infinity;
    const leaves = z - Math.min(tx, ty);
    const h = height(cx, cy);
    if (h !== undefined && h >= Math.max(leaves, low)) return { x: cx, y: cy };
    z = leaves;
    if (tx <= ty) cx--;
    if (ty <= tx) cy--;
  }
  return null;
}

/**
 * The rectangle that holds the diamond under a point of flat ground, as the paper cuts the screen, and which of the
 * triangles at its corners holds the point: 0 none, then from the upper left clockwise.
 */
export function rectangle(p: Projection, sx: number, sy: number): { left: number; top: number; width: number; height: number; triangle: number } {
  const width = p.e1[0] - p.e2[0];
  const height = p.e1[1] + p.e2[1];
  const left = Math.floor((sx + width / 2) / width) * width - width / 2;
  const top = Math.floor(sy / height) * height;
  if (p.view !== 'iso') return { left, top, width, height, triangle: 0 };
  const u = (sx - left) / width - 0.5;
  const v = (sy - top) / height - 0.5;
  const outside = Math.abs(u) + Math.abs(v) > 0.5;
  return { left, top, width, height, triangle: !outside ? 0 : v < 0 ? (u < 0 ? 1 : 2) : u > 0 ? 3 : 4 };
}
