/** What goes from the game master's window to the players': this and nothing else. */
import type { Cell } from '../kernel/plan';

/** A run of cells: row, first column, one past the last. */
export type CellRun = [number, number, number];

export interface PlayersToken { at: Cell; letter: string; colour: string; size: number }

export interface ToPlayers {
  /** The picture of what is known, drawn by the library from nothing else. */
  svg: string;
  seen: CellRun[];
  known: CellRun[];
  tokens: PlayersToken[];
  /** The part of the sheet in view, in cells. */
  view: { x: number; y: number; width: number; height: number };
  /** Quarter turns. */
  turn: number;
  black: boolean;
  /** Pixels per cell at true inch, or null to fill the window. */
  inch: number | null;
  /** A card to hold a real one against, while the true inch is set. */
  card: boolean;
  ping: { at: Cell; n: number } | null;
  ruler: { from: Cell; to: Cell } | null;
}

export const CHANNEL = 'mapkiln-table';
/** What the players' window says: that it is there, and that it goes. */
export type FromPlayers = 'hello' | 'bye';

/** Cells of runs as one path. */
export function runsPath(runs: CellRun[]): string {
  return runs.map(([y, a, b]) => `M${a} ${y}h${b - a}v1h${a - b}z`).join('');
}

/** Runs of one list that are not in the other. */
export function without(runs: CellRun[], others: CellRun[]): CellRun[] {
  const gone = new Set(others.flatMap(([y, a, b]) => Array.from({ length: b - a }, (_, i) => `${a + i} ${y}`)));
  return runs.flatMap(([y, a, b]) => Array.from({ length: b - a }, (_, i) => a + i).filter((x) => !gone.has(`${x} ${y}`)).map((x): CellRun => [y, x, x + 1]));
}

/** The border of a set of cells, as one path. */
export function borderPath(runs: CellRun[]): string {
  const cells = new Set(runs.flatMap(([y, a, b]) => Array.from({ length: b - a }, (_, i) => `${a + i} ${y}`)));
  let path = '';
  for (const cell of cells) {
    const [x, y] = cell.split(' ').map(Number) as [number, number];
    if (!cells.has(`${x} ${y - 1}`)) path += `M${x} ${y}h1`;
    if (!cells.has(`${x} ${y + 1}`)) path += `M${x} ${y + 1}h1`;
    if (!cells.has(`${x - 1} ${y}`)) path += `M${x} ${y}v1`;
    if (!cells.has(`${x + 1} ${y}`)) path += `M${x + 1} ${y}v1`;
  }
  return path;
}
