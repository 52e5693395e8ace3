/** Where one is, as the fragment of the address: a place, a cell, a view and an hour. */
import type { Doc } from '../../kernel/document';
import { base } from '../../kernel/document';
import { fromFragment } from '../../kernel/link';
import type { Cell, View } from '../../stage/projection';
import type { PlaceOf } from './walk.svelte';

export interface Where { place: PlaceOf; link: string; start?: Cell; view: View; hour: number; fog: boolean; facing?: number; doc?: Doc }

/** Tile sets one can walk in, the first first. */
export const sets = ['islands', 'continent', 'meadow', 'paper', 'terraces', 'delta', 'village', 'town', 'caves', 'dungeon-floor', 'ship-deck'] as const;

export async function read(fragment: string): Promise<Where> {
  const given = new URLSearchParams(fragment.replace(/^#explore[?=]?/, ''));
  const number = (name: string) => (/^-?\d{1,7}$/.test(given.get(name) ?? '') ? Number(given.get(name)) : undefined);
  const [x, y] = [number('x'), number('y')];
  const view = given.get('view');
  const where = {
    view: view === 'above' || view === 'first' ? view : ('iso' as View),
    hour: Math.min(23, Math.max(0, number('hour') ?? 12)),
    fog: given.get('fog') !== '0',
    ...(given.has('face') ? { facing: (number('face') ?? 0) & 3 } : {}),
    ...(x !== undefined && y !== undefined ? { start: { x, y } } : {}),
  };
  const link = given.get('doc');
  if (link) {
    const doc = await fromFragment(`#${link}`);
    const level = number('level') ?? 0;
    return { ...where, place: { doc: base(doc), level }, link, doc };
  }
  const set = given.get('set') ?? '';
  return { ...where, link: '', place: { set: (sets as readonly string[]).includes(set) ? set : sets[0], seed: given.get('seed') ?? 'mapkiln' } };
}

export function write(place: PlaceOf, link: string, at: Cell, view: View, hour: number, fog: boolean, facing: number): string {
  const params = new URLSearchParams();
  if ('set' in place) {
    params.set('set', place.set);
    params.set('seed', place.seed);
  } else {
    params.set('doc', link);
    if (place.level) params.set('level', String(place.level));
  }
  params.set('x', String(at.x));
  params.set('y', String(at.y));
  params.set('face', String(facing));
  if (view !== 'iso') params.set('view', view);
  if (hour !== 12) params.set('hour', String(Math.round(hour)));
  if (!fog) params.set('fog', '0');
  return `#explore?${params.toString()}`;
}
