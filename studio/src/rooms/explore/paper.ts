/** Paper 004, tables 2 and 3: mean milliseconds of 50 runs, in Python. */
export const rays: { approach: 'pixel' | 'dda'; rays: number; length: number; ms: number }[] = [
  { approach: 'pixel', rays: 150, length: 300, ms: 31.8 }, { approach: 'pixel', rays: 150, length: 450, ms: 51.3 },
  { approach: 'pixel', rays: 100, length: 300, ms: 28.5 }, { approach: 'pixel', rays: 100, length: 450, ms: 38.8 },
  { approach: 'pixel', rays: 50, length: 300, ms: 13.8 }, { approach: 'pixel', rays: 50, length: 450, ms: 17.5 },
  { approach: 'dda', rays: 150, length: 300, ms: 2.4 }, { approach: 'dda', rays: 150, length: 450, ms: 5.1 },
  { approach: 'dda', rays: 100, length: 300, ms: 2.2 }, { approach: 'dda', rays: 100, length: 450, ms: 3.5 },
  { approach: 'dda', rays: 50, length: 300, ms: 1.3 }, { approach: 'dda', rays: 50, length: 450, ms: 1.6 },
];
export const vertices: { corners: number; ms: number }[] = [
  { corners: 20, ms: 2.5 }, { corners: 40, ms: 6.6 }, { corners: 80, ms: 21.0 }, { corners: 120, ms: 45.2 }, { corners: 160, ms: 86.0 },
];

/** The row of the paper nearest to what is set here, for an approach that it has. */
export function nearest(approach: string, count: number, pixels: number, corners: number): { ms: number; label: string } | null {
  if (approach === 'vertices') {
    const row = [...vertices].sort((a, b) => Math.abs(a.corners - corners) - Math.abs(b.corners - corners))[0]!;
    return { ms: row.ms, label: `${row.corners}` };
  }
  const rows = rays.filter((r) => r.approach === approach);
  const far = (r: { rays: number; length: number }) => Math.abs(r.rays - count) + Math.abs(r.length - pixels) / 3;
  const row = rows.sort((a, b) => far(a) - far(b))[0];
  return row ? { ms: row.ms, label: `${row.rays} × ${row.length}` } : null;
}
