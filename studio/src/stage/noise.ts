/** A number from a cell and a purpose: the same cell looks the same whenever it is drawn. */
export function noise(x: number, y: number, purpose: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(purpose, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The same from 0 to 1. */
export const unit = (x: number, y: number, purpose: number) => noise(x, y, purpose) / 4294967296;
