/** What a sentence speaks of: the library names the facts behind each, and here they are found on the map. */
import { bounds, centre, doorPlace, inside, rooms as roomsOf, type Box, type Level, type Plan, type Room } from '../../kernel/plan';

/** A sentence with what it is about; `facts` of several sentences are parted by an empty name. */
export interface Sentence { text: string; facts: string[] }

/** A text cut after its full stops, into at most as many sentences as there are groups of facts. */
export function sentences(text: string, facts: string[] = []): Sentence[] {
  const groups: string[][] = [[]];
  for (const fact of facts) fact === '' ? groups.push([]) : groups.at(-1)!.push(fact);
  const found: Sentence[] = [];
  let rest = text;
  while (found.length + 1 < groups.length) {
    const end = /[.!?]["')]?\s+/.exec(rest);
    if (!end) break;
    found.push({ text: rest.slice(0, end.index + end[0].length), facts: groups[found.length]! });
    rest = rest.slice(end.index + end[0].length);
  }
  return [...found, { text: rest, facts: groups[found.length] ?? [] }];
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
const cell = (at: { x: number; y: number }): Box => ({ ...at, width: 1, height: 1 });

/** The places of a level that facts speak of; a fact about a whole room gives none. */
export function placesOf(plan: Plan, level: Level, facts: string[]): Box[] {
  return facts.flatMap((fact) => places(plan, level, fact.replace(/^!/, '').split('.')));
}

function places(plan: Plan, level: Level, [name = '', what = '', which = '', ...more]: string[]): Box[] {
  const key = /^k(\d+)$/.exec(name);
  if (key) {
    const room = level.rooms.find((r) => r.id === plan.keys?.find((k) => k.id === Number(key[1]))?.room);
    return room ? [bounds(room.outline)] : [];
  }
  const number = Number(/^r(\d+)$/.exec(name)?.[1]) - 1;
  const room = roomsOf(plan).find((r) => r.room.id === number)?.room;
  if (!room || !level.rooms.includes(room)) return [];
  if (what === 'thing') return things(level, room, which);
  if (what === 'feature') return (level.features ?? []).flatMap((f) => plain(String(f.kind)) === plain(which) ? f.cells.filter((c) => inside(room.outline, c)).map(cell) : []);
  if (what === 'light') return (level.things ?? []).filter((x) => x.light && inside(room.outline, x.at)).map(boxOf);
  if (what === 'trap') return at(room.contents?.traps?.[Number(which)]?.at);
  if (what === 'parcel') return at(room.contents?.parcels?.[Number(which)]?.at);
  if (what === 'monsters') return (room.contents?.monsters ?? []).filter((_, i) => which === '' || i === Number(which)).flatMap((m) => (m.at ?? []).map(cell));
  if (what === 'exit') {
    const id = Number(/^d(\d+)$/.exec(more[0] ?? '')?.[1]);
    const door = level.doors?.find((d) => d.id === id);
    return door ? [cell(doorPlace(door).at)] : [];
  }
  return [];
}

const at = (place: { x: number; y: number } | null | undefined): Box[] => (place ? [cell(place)] : []);
const boxOf = (thing: NonNullable<Level['things']>[number]): Box => ({ ...thing.at, width: thing.size?.[0] ?? 1, height: thing.size?.[1] ?? 1 });

function things(level: Level, room: Room, kind: string): Box[] {
  return (level.things ?? []).filter((x) => plain(String(x.kind)) === plain(kind) && inside(room.outline, x.at)).map(boxOf);
}

/** A curve from one room to another, bent so that it is not taken for a wall. */
export function curve(from: Room, to: Room): string {
  const [a, b] = [centre(from), centre(to)];
  const [mx, my] = [(a.x + b.x) / 2 - (b.y - a.y) * 0.25, (a.y + b.y) / 2 + (b.x - a.x) * 0.25];
  return `M${a.x} ${a.y - 1}Q${mx} ${my} ${b.x} ${b.y - 1}`;
}
