import { expect, test } from 'vitest';
import type { Plan } from '../../kernel/plan';
import { placesOf, sentences } from './facts';

test('a text is cut into as many sentences as it has groups of facts', () => {
  expect(sentences('A torch burns. Two bedrolls lie here, and a key.', ['r1.light', '', 'r1.thing.bedroll', 'k0'])).toEqual([
    { text: 'A torch burns. ', facts: ['r1.light'] },
    { text: 'Two bedrolls lie here, and a key.', facts: ['r1.thing.bedroll', 'k0'] },
  ]);
  // Fewer groups than full stops: what is left over stays with the last.
  expect(sentences('One. Two. Three.', ['r1'])).toEqual([{ text: 'One. Two. Three.', facts: ['r1'] }]);
  expect(sentences('', [])).toEqual([{ text: '', facts: [] }]);
});

test('facts are found where they are on the map, and nowhere else', () => {
  const room = (id: number, x: number) => ({ id, outline: { rect: { x, y: 0, width: 4, height: 4 } }, contents: { enemies: false, treasure: true, parcels: [{ name: 'ring', at: { x: x + 1, y: 2 } }] } });
  const level = {
    width: 20, height: 8, rooms: [room(0, 0), room(1, 8)],
    things: [{ kind: 'straw_pallet', at: { x: 1, y: 1 }, size: [1, 2] }, { kind: 'straw_pallet', at: { x: 9, y: 1 } }],
    doors: [{ id: 7, kind: 'door', place: { cell: { at: { x: 4, y: 2 }, facing: 'east' } }, joins: [{ room: 0 }, { room: 1 }] }],
  };
  const plan = { title: '', levels: [level], keys: [{ id: 3, name: 'iron key', room: 1 }] } as unknown as Plan;
  const places = (...facts: string[]) => placesOf(plan, plan.levels[0]!, facts);
  expect(places('r1.thing.straw_pallet')).toEqual([{ x: 1, y: 1, width: 1, height: 2 }]);
  expect(places('!r2.thing.straw_pallet')).toEqual([{ x: 9, y: 1, width: 1, height: 1 }]);
  expect(places('r2.parcel.0')).toEqual([{ x: 9, y: 2, width: 1, height: 1 }]);
  expect(places('r1.exit.e.d7.door.2')).toEqual([{ x: 4, y: 2, width: 1, height: 1 }]);
  expect(places('k3.in.r2')).toEqual([{ x: 8, y: 0, width: 4, height: 4 }]);
  expect(places('r9.thing.bed', 'story.hook', 'r1.shape', 'r1.parcel.4')).toEqual([]);
});
