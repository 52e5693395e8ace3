/** The figures of a dungeon that can be wished for, in the order of the panel. */
import { bounds, inside, targetAt, type Cell, type Level, type Plan } from '../../kernel/plan';
import type { Session } from '../../kernel/session.svelte';
import type { Spec } from '../../kernel/document';
import type { WordKey } from '../../words/index.svelte';

export interface Figure { id: keyof Targets; min: number; max: number; step: number; unit: '' | '%' }

export const figures: Figure[] = [
  { id: 'loops', min: 0, max: 8, step: 1, unit: '' },
  { id: 'dead_ends', min: 0, max: 0.6, step: 0.05, unit: '%' },
  { id: 'longest_way', min: 2, max: 14, step: 1, unit: '' },
  { id: 'branching', min: 1, max: 4, step: 0.1, unit: '' },
  { id: 'density', min: 0.1, max: 0.8, step: 0.05, unit: '%' },
];

/** What a figure is called; a share of rooms without another way on is not the share of blind passages. */
export const nameOf = (figure: Figure): WordKey => (figure.id === 'dead_ends' ? 'field.dead_ends.wish' : `field.${figure.id}`);

type Dungeon = Extract<Spec, { maker: 'dungeon' }>;
type Targets = NonNullable<Dungeon['targets']>;

const targetsOf = (spec: Spec): Targets => (spec.maker === 'dungeon' ? (spec.targets ?? {}) : {});

/** What is wished for a figure; nothing if it is left to the seed. */
export function wanted(spec: Spec, figure: Figure): [number, number] | null {
  const wish = targetsOf(spec)[figure.id] as number | [number, number] | null | undefined;
  return wish === undefined || wish === null ? null : typeof wish === 'number' ? [wish, wish] : wish;
}

/** The spec with another wish for a figure. */
export function withWish(spec: Spec, id: Figure['id'], low: number, high: number): Spec {
  return spec.maker === 'dungeon' ? { ...spec, targets: { ...targetsOf(spec), [id]: [low, high] } } : spec;
}

/** The spec without a wish for a figure. */
export function withoutWish(spec: Spec, id: Figure['id']): Spec {
  if (spec.maker !== 'dungeon') return spec;
  const { [id]: _, ...left } = targetsOf(spec);
  const { targets: __, ...rest } = spec;
  return Object.keys(left).length ? { ...rest, targets: left } : rest;
}

/** Where this map lies. */
export function measured(session: Session, id: 'rooms' | Figure['id']): number | null {
  const measures = session.made?.verdict?.measures;
  if (!measures || !session.level) return null;
  if (id === 'longest_way') return session.plan ? longestWay(session.plan) : null;
  if (id === 'density') return density(session.level);
  return id === 'dead_ends' ? measures.dead_end_ratio : measures[id];
}

/** The room or the corridor that a cell belongs to, by name. */
function areaAt(level: Level, cell: Cell): string | undefined {
  const target = targetAt(level, cell);
  return target && target.what !== 'door' ? `${target.what.charAt(0)}${target.id}` : undefined;
}

/** Steps between the two rooms that are farthest apart, over all levels and without secrets. */
export function longestWay(plan: Plan): number {
  const beside = new Map<string, Set<string>>();
  const join = (a: string, b: string) => {
    beside.set(a, (beside.get(a) ?? new Set()).add(b));
    beside.set(b, (beside.get(b) ?? new Set()).add(a));
  };
  const name = (area: { room: number } | { corridor: number }) => ('room' in area ? `r${area.room}` : `c${area.corridor}`);
  for (const level of plan.levels) {
    const secret = new Set((level.corridors ?? []).filter((c) => c.secret).map((c) => `c${c.id}`));
    for (const door of level.doors ?? []) {
      const [a, b] = [name(door.joins[0]), name(door.joins[1])];
      if (door.kind !== 'secret' && !secret.has(a) && !secret.has(b)) join(a, b);
    }
    for (const stair of level.stairs ?? []) {
      const below = stair.to && plan.levels[stair.to_level ?? -1];
      const [a, b] = [areaAt(level, stair.at), below && areaAt(below, stair.to!)];
      if (a && b) join(a, b);
    }
  }
  let most = 0;
  for (const start of beside.keys()) {
    if (!start.startsWith('r')) continue;
    // A step leads from room to room; what joins them takes none of its own.
    const far = new Map([[start, 0]]);
    let edge = [start];
    for (let steps = 1; edge.length; steps++) {
      const next: string[] = [];
      for (let i = 0; i < edge.length; i++) for (const at of beside.get(edge[i]!) ?? []) {
        if (far.has(at)) continue;
        far.set(at, steps);
        if (at.startsWith('c')) edge.push(at);
        else next.push(at);
      }
      if (next.length) most = Math.max(most, steps);
      edge = next;
    }
  }
  return most;
}

/** The share of floor in the rectangle around it. */
export function density(level: Level): number {
  const floor = new Set<number>();
  const add = (x: number, y: number) => floor.add(y * level.width + x);
  for (const room of level.rooms) {
    const b = bounds(room.outline);
    for (let y = b.y; y < b.y + b.height; y++) for (let x = b.x; x < b.x + b.width; x++) if (inside(room.outline, { x, y })) add(x, y);
  }
  for (const corridor of level.corridors ?? []) for (const p of corridor.cells) add(p.x, p.y);
  if (!floor.size) return 0;
  const xs = [...floor].map((c) => c % level.width);
  const ys = [...floor].map((c) => Math.floor(c / level.width));
  const side = (list: number[]) => Math.max(...list) - Math.min(...list) + 1;
  return floor.size / (side(xs) * side(ys));
}
