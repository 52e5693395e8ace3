/** What lies over the map: the way of the proof, the graph of rooms, what treasure is worth. */
import { bounds, centre, doorPlace, type Cell, type Level } from '../../kernel/plan';

/** The shortest walk between two rooms over floor and doorways of a level, cell by cell. */
export function walk(level: Level, from: number, to: number): Cell[] {
  const key = (x: number, y: number) => y * level.width + x;
  const open = new Set<number>();
  for (const room of level.rooms) {
    const b = bounds(room.outline);
    for (let y = b.y; y < b.y + b.height; y++) for (let x = b.x; x < b.x + b.width; x++) open.add(key(x, y));
  }
  for (const c of level.corridors ?? []) if (!c.secret) for (const p of c.cells) open.add(key(p.x, p.y));
  for (const d of level.doors ?? []) if (d.kind !== 'secret') { const p = doorPlace(d).at; open.add(key(p.x, p.y)); }
  const middle = (id: number) => { const room = level.rooms.find((r) => r.id === id); return room && centre(room); };
  const [a, b] = [middle(from), middle(to)];
  if (!a || !b) return [];
  const start = key(Math.floor(a.x), Math.floor(a.y));
  const goal = key(Math.floor(b.x), Math.floor(b.y));
  // States are cell and heading; a turn costs as much as two steps, so that the line is calm.
  const steps = [1, -1, level.width, -level.width];
  const cost = new Map<number, number>();
  const came = new Map<number, number>();
  const buckets: number[][] = [[]];
  for (let d = 0; d < 4; d++) {
    cost.set(start * 4 + d, 0);
    buckets[0]!.push(start * 4 + d);
  }
  let end = -1;
  for (let c = 0; c < buckets.length && end < 0; c++) {
    for (const state of buckets[c] ?? []) {
      if (cost.get(state) !== c) continue;
      const at = Math.floor(state / 4);
      if (at === goal) {
        end = state;
        break;
      }
      for (let d = 0; d < 4; d++) {
        const next = at + steps[d]!;
        const price = c + 1 + (d === state % 4 ? 0 : 2);
        const known = cost.get(next * 4 + d);
        if (!open.has(next) || (known !== undefined && known <= price)) continue;
        cost.set(next * 4 + d, price);
        came.set(next * 4 + d, state);
        (buckets[price] ??= []).push(next * 4 + d);
      }
    }
  }
  const cells: Cell[] = [];
  for (let at = end; at >= 0; at = came.get(at) ?? -1) {
    const cell = Math.floor(at / 4);
    cells.push({ x: cell % level.width, y: Math.floor(cell / level.width) });
  }
  return cells.reverse();
}

/** A walk as a path through the middles of its cells, with straight parts joined. */
export function pathOf(cells: Cell[]): string {
  const turns = cells.filter((c, i) => {
    const [p, n] = [cells[i - 1], cells[i + 1]];
    return !p || !n || (n.x - c.x !== c.x - p.x || n.y - c.y !== c.y - p.y);
  });
  return turns.map((c, i) => `${i ? 'L' : 'M'}${c.x + 0.5} ${c.y + 0.5}`).join('');
}

/** Pairs of rooms that a door or a corridor joins, on one level. */
export function edges(level: Level): [number, number][] {
  const pairs = new Map<string, [number, number]>();
  const add = (a: number, b: number) => { if (a !== b) pairs.set(`${Math.min(a, b)} ${Math.max(a, b)}`, [Math.min(a, b), Math.max(a, b)]); };
  for (const door of level.doors ?? []) {
    const [a, b] = door.joins;
    if ('room' in a && 'room' in b) add(a.room, b.room);
  }
  for (const c of level.corridors ?? []) for (const a of c.joins) for (const b of c.joins) add(a, b);
  return [...pairs.values()];
}

/** The layers of the legend; those marked are never sent to players. */
export const layers: { id: string; gm?: boolean }[] = [
  { id: 'numbers', gm: true }, { id: 'doors' }, { id: 'secrets', gm: true }, { id: 'traps', gm: true }, { id: 'monsters', gm: true }, { id: 'treasure', gm: true }, { id: 'things' }, { id: 'lights' }, { id: 'grid' }, { id: 'way', gm: true }, { id: 'graph', gm: true },
];
export const offAtFirst = ['treasure', 'way', 'graph'];

/** Where valuables lie, and what those of a cell are worth together, in gold pieces. */
export function hoards(level: Level): { x: number; y: number; gold: number }[] {
  const found = new Map<string, { x: number; y: number; gold: number }>();
  for (const { at, gold } of level.rooms.flatMap((room) => room.contents?.parcels ?? [])) {
    if (!at) continue;
    const key = `${at.x} ${at.y}`;
    found.set(key, { x: at.x, y: at.y, gold: (found.get(key)?.gold ?? 0) + (gold ?? 0) });
  }
  return [...found.values()];
}
