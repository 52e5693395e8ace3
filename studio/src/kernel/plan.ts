/** Questions to a plan: where things are. The plan itself is the library's document. */
import type { PlanDocument } from '../generated/plan';
import type { EditVerdict } from '../generated/verdict';

export type Plan = PlanDocument['map'];
export type Level = Plan['levels'][number];
export type Room = Level['rooms'][number];
export type Door = NonNullable<Level['doors']>[number];
export type Verdict = EditVerdict;
export interface Cell { x: number; y: number }
export interface Box { x: number; y: number; width: number; height: number }

export interface Report {
  metrics: Record<string, number>;
  stages: { name: string; evaluations: number; trace: { evaluations: number; best: number; mean: number }[] }[];
  warnings: string[];
}

/** What the worker answers to `make`. */
export interface Made {
  document: PlanDocument;
  report: Report | null;
  verdict: Verdict;
  exits: { words: string; to: number[] }[][];
  theme: string | null;
  origin: boolean;
}

/** What the checker says of a map, claim by claim. */
export interface Claims {
  holds: boolean;
  faults: number;
  outcomes: Outcome[];
}
export interface Outcome {
  claim: string;
  says: string;
  state: 'holds' | 'fails' | 'not_checked';
  looked: number;
  findings?: Finding[];
  more?: number;
  note?: string;
}
export interface Finding {
  severity: 'note' | 'warning' | 'error';
  sentence: string;
  place: { level?: number; cell?: Cell; room?: number; corridor?: number; door?: number };
  repair?: string;
}

type Outline = Room['outline'];

/** The closed lines of an outline that is no rectangle: the outer one, then those of its holes. */
function lines(outline: Exclude<Outline, { rect: Box }>): Cell[][] {
  return 'holed' in outline ? (outline.holed as Cell[][]) : [outline.polygon];
}

export function bounds(outline: Outline): Box {
  if ('rect' in outline) return outline.rect;
  const corners = lines(outline).flat();
  const xs = corners.map((p) => p.x);
  const ys = corners.map((p) => p.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

export function inside(outline: Outline, cell: Cell): boolean {
  if ('rect' in outline) {
    const r = outline.rect;
    return cell.x >= r.x && cell.y >= r.y && cell.x < r.x + r.width && cell.y < r.y + r.height;
  }
  let crossings = 0;
  for (const corners of lines(outline)) {
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % corners.length]!;
      if (a.x === b.x && Math.min(a.y, b.y) <= cell.y && cell.y < Math.max(a.y, b.y) && a.x <= cell.x) crossings++;
    });
  }
  return crossings % 2 === 1;
}

/** The outline of a room as it is drawn: round rooms are round. */
export function outlinePath(room: Room, by: Cell = { x: 0, y: 0 }): string {
  const b = bounds(room.outline);
  const [x, y, w, h] = [b.x + by.x, b.y + by.y, b.width, b.height];
  if (room.shape === 'circle') {
    const [rx, ry] = [w / 2, h / 2];
    return `M${x} ${y + ry}a${rx} ${ry} 0 1 0 ${w} 0a${rx} ${ry} 0 1 0 ${-w} 0z`;
  }
  if ('rect' in room.outline) return `M${x} ${y}h${w}v${h}h${-w}z`;
  const shifted = lines(room.outline).map((line) => line.map((p) => ({ x: p.x + by.x, y: p.y + by.y })));
  const corners = shifted.flat();
  if (room.shape === 'octagon') {
    const top = corners.filter((p) => p.y === y).map((p) => p.x);
    const c = Math.max(1, Math.min(...top) - x);
    return `M${x + c} ${y}H${x + w - c}L${x + w} ${y + c}V${y + h - c}L${x + w - c} ${y + h}H${x + c}L${x} ${y + h - c}V${y + c}z`;
  }
  return shifted.map((line) => `M${line.map((p) => `${p.x} ${p.y}`).join('L')}z`).join('');
}

export function centre(room: Room): Cell {
  const b = bounds(room.outline);
  return { x: b.x + b.width / 2, y: b.y + b.height / 2 };
}

export function doorPlace(door: Door): { at: Cell; facing: string; edge: boolean } {
  return 'cell' in door.place
    ? { ...door.place.cell, edge: false }
    : { ...door.place.edge, edge: true };
}

export function doorKind(door: Door): string {
  return typeof door.kind === 'string' ? door.kind : Object.keys(door.kind)[0]!;
}

export function doorKey(door: Door): number | undefined {
  return typeof door.kind === 'object' && 'locked' in door.kind ? (door.kind.locked.key ?? undefined) : undefined;
}

export type Target =
  | { what: 'room'; id: number }
  | { what: 'door'; id: number }
  | { what: 'corridor'; id: number };

/** What is under a cell. */
export function targetAt(level: Level, cell: Cell): Target | undefined {
  const door = level.doors?.find((d) => { const p = doorPlace(d).at; return p.x === cell.x && p.y === cell.y; });
  if (door) return { what: 'door', id: door.id };
  const room = level.rooms.find((r) => inside(r.outline, cell));
  if (room) return { what: 'room', id: room.id };
  const corridor = level.corridors?.find((c) => c.cells.some((p) => p.x === cell.x && p.y === cell.y));
  return corridor && { what: 'corridor', id: corridor.id };
}

/** The part of the sheet with something on it. */
export function extent(level: Level): Box {
  const boxes = level.rooms.map((r) => bounds(r.outline));
  const cells = (level.corridors ?? []).flatMap((c) => c.cells);
  if (boxes.length === 0) return { x: 0, y: 0, width: level.width, height: level.height };
  const x0 = Math.min(...boxes.map((b) => b.x), ...cells.map((p) => p.x));
  const y0 = Math.min(...boxes.map((b) => b.y), ...cells.map((p) => p.y));
  const x1 = Math.max(...boxes.map((b) => b.x + b.width), ...cells.map((p) => p.x + 1));
  const y1 = Math.max(...boxes.map((b) => b.y + b.height), ...cells.map((p) => p.y + 1));
  return { x: x0 - 2, y: y0 - 2, width: x1 - x0 + 4, height: y1 - y0 + 4 };
}

/** The name of a place by the frame: C5. */
export function placeName(cell: Cell): string {
  const column = Math.floor(cell.x / 5);
  const letter = column >= 26 ? String.fromCharCode(64 + Math.floor(column / 26)) : '';
  return `${letter}${String.fromCharCode(65 + (((column % 26) + 26) % 26))}${Math.floor(cell.y / 5) + 1}`;
}

/** All rooms of a plan, and the level each is on. */
export function rooms(plan: Plan): { room: Room; level: number }[] {
  return plan.levels.flatMap((l, level) => l.rooms.map((room) => ({ room, level })));
}
