/** What a chunk's cells look like: their sprites, from the ground and its neighbours. */
import type { Atlas } from './atlas';
import { FACE_X, FACE_Y, GROUND, OPAQUE, PLAIN, RECT } from './list';
import { noise, unit } from './noise';
import { OUTSIDE, SIDE, type Chunk, type Dress, type Terrain } from './terrain';

/** Numbers of one sprite in a dress: shape, marks and when, sprite, place in the cell, height, two more, tint. */
export const ITEM = 8;
/** When a sprite is drawn, above the four bits of the marks: only at an angle, only from above, only at night. */
export const ANGLE = 1 << 8;
export const ABOVE = 2 << 8;
export const NIGHT = 4 << 8;
const BRIGHT = 2 << 4;
const BASE = OPAQUE << 4;

/** Grounds of the atlas from low to high: a higher one is drawn over a lower one. */
const soils = ['deep', 'water', 'mud', 'sand', 'paving', 'planks', 'earth', 'road', 'grass', 'field', 'wood', 'hill', 'stone', 'snow'];
const rank = new Map(soils.map((name, i) => [name, i]));
const WATER = 1;

const soilOf: Record<string, string> = {
  grass: 'grass', meadow: 'grass', yard: 'grass', house: 'grass', tree: 'wood', forest: 'wood', ramp: 'grass',
  water: 'water', stream: 'grass', bridge: 'grass', pond: 'water', sea: 'water', sky: 'water', void: 'deep', marsh: 'mud',
  sand: 'sand', beach: 'sand', desert: 'sand', hill: 'hill', rock: 'stone', stone: 'stone', mountain: 'stone', snow: 'snow',
  road: 'grass', gate: 'grass', square: 'paving', deck: 'planks', hull: 'planks', bulkhead: 'planks',
  field: 'field', earth: 'earth', pit: 'earth', floor: 'paving', room: 'paving', corridor: 'paving', doorway: 'paving',
  rubble: 'paving', fixture: 'paving', pillar: 'paving', wall: 'paving',
};
/** The ground of the atlas for a ground of a map. */
export const soilNames = (name: string) => soilOf[name] ?? (name.includes('water') ? 'water' : 'grass');

const roads = new Set(['road', 'gate', 'bridge', 'square']);
const streams = new Set(['stream', 'bridge', 'pond']);
const indoor = new Set(['room', 'corridor', 'doorway', 'floor', 'rubble', 'fixture', 'pillar', 'wall', 'rock']);

/** What a dungeon is built of: the atlas's name of its theme, and colours where the atlas has no picture. */
export interface Palette { theme: string; floor: number; left: number; top: number }
const themes: Record<string, Palette> = {
  crypt: { theme: 'crypt', floor: 0xa9a697, left: 0x8b8790, top: 0x2b2733 }, temple: { theme: 'temple', floor: 0xc9bda0, left: 0xa39a8a, top: 0x3a342e },
  'wizards-tower': { theme: 'tower', floor: 0x9fa3b5, left: 0x7f83a0, top: 0x25283a }, mine: { theme: 'mine', floor: 0xa58a66, left: 0x8a735a, top: 0x2a211a },
  cavern: { theme: 'cavern', floor: 0x9a9384, left: 0x7d766c, top: 0x232026 }, sewer: { theme: 'sewer', floor: 0x8f9a86, left: 0x76806f, top: 0x20261f },
  'bandit-lair': { theme: 'lair', floor: 0xb08d5f, left: 0x8d7452, top: 0x2b2118 }, ruin: { theme: 'ruin', floor: 0xaeb08f, left: 0x8f8f7d, top: 0x2a2c26 },
};
export const paletteOf = (theme: string | undefined): Palette => themes[theme ?? ''] ?? themes.crypt!;

const EARTH = 0xa58a66;
const shade = (rgb: number, by: number) => {
  const mix = (shift: number, to: number) => Math.round(((rgb >> shift) & 255) * (1 - by) + to * by) << shift;
  return mix(16, 0x16) | mix(8, 0x23) | mix(0, 0x3f);
};

/** Higher ground is lighter: heights are told apart where no cliff shows. */
const tone = (z: number) => {
  const part = Math.round(255 * Math.min(1, Math.max(0.72, 0.84 + 0.04 * z)));
  return (part << 16) | (part << 8) | part;
};

/** 0xrrggbb as the list wants it: 0xaabbggrr. */
export const packed = (rgb: number, alpha = 255) => ((alpha << 24) | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;

export function dress(terrain: Terrain, chunk: Chunk, atlas: Atlas, palette: Palette): Dress {
  const flat: number[] = [];
  const tall: number[] = [];
  const flatAt = new Uint32Array(SIDE * SIDE + 1);
  const tallAt = new Uint32Array(SIDE * SIDE + 1);
  const soilNumber = terrain.grounds.map((g) => rank.get(soilNames(g.name)) ?? 8);
  const names = terrain.grounds.map((g) => g.name);
  const dungeon = names.includes('room') || names.includes('floor');
  const near = new Uint8Array(9);

  for (let i = 0; i < SIDE * SIDE; i++) {
    flatAt[i] = flat.length / ITEM;
    tallAt[i] = tall.length / ITEM;
    const g = chunk.ground[i]!;
    if (g === OUTSIDE) continue;
    const x = chunk.x * SIDE + (i & 31);
    const y = chunk.y * SIDE + (i >> 5);
    const name = names[g]!;
    const top = chunk.top[i]!;
    if (terrain.isWall(x, y) && name !== 'stone') {
      if (terrain.isRim(x, y)) wall(x, y, chunk.height[i]!, top);
      continue;
    }
    faces(x, y, top, name, g);
    if (dungeon && indoor.has(name)) flat.push(GROUND | BASE, atlas.choose(`floor/${palette.theme}`, noise(x, y, 1)), 0, 0, top, 1, 0, 0xffffff);
    else ground(x, y, top, g);
    lay(x, y, top, name);
    // Foot shade where something higher stands behind.
    if ((terrain.top(x, y - 1) ?? top) > top) flat.push(GROUND | (PLAIN << 4), -1, 0, 0, top, 1, 5, 0x16233f);
    if ((terrain.top(x - 1, y) ?? top) > top) flat.push(GROUND | (PLAIN << 4), -1, 0, 0, top, 1, 6, 0x16233f);
    stand(x, y, top, name);
    if (chunk.obstacles?.[i]) thing('thing/boulder/r0/s0.0', x, y, top, 0, 0, 1);
  }
  flatAt[SIDE * SIDE] = flat.length / ITEM;
  tallAt[SIDE * SIDE] = tall.length / ITEM;
  return { flat: new Float32Array(flat), flatAt, tall: new Float32Array(tall), tallAt };

  /** A wall of a dungeon: at an angle its pictures, from above plain faces. */
  function wall(x: number, y: number, base: number, top: number): void {
    const cut = top - base < 1;
    const kind = `wall/${palette.theme}/${cut ? 'cut' : 'high'}`;
    const put = (name: string, side = 0) => { const id = atlas.choose(name, noise(x, y, 8)); if (id >= 0) flat.push(RECT | ANGLE, id, 0.5, 0.5, base, 1, side, 0xffffff); };
    const lower = (nx: number, ny: number) => (terrain.top(nx, ny) ?? base) < top;
    if (lower(x, y + 1)) put(`${kind}/left`, 1);
    if (lower(x + 1, y)) put(`${kind}/right`, 2);
    put(`${kind}/top`);
    for (const [side, dx, dy] of [['n', 0, -1], ['e', 1, 0], ['s', 0, 1], ['w', -1, 0]] as const) {
      if (terrain.ground(x + dx, y + dy) !== OUTSIDE && !terrain.isWall(x + dx, y + dy)) put(`${kind}/rim/${side}`);
    }
    flat.push(FACE_Y | (PLAIN << 4) | ABOVE, -1, 0, 1, top, top - (terrain.top(x, y + 1) ?? base), 0, shade(palette.left, 0.1));
    flat.push(GROUND | (PLAIN << 4) | ABOVE, -1, 0, 0, top, 1, 0, cut ? shade(palette.left, 0.55) : palette.top);
  }

  /** Sides that a lower neighbour in front leaves open, down to that neighbour, a step at a time. */
  function faces(x: number, y: number, z: number, name: string, g: number): void {
    const soil = soils[soilNumber[g]!]!;
    const body = soil === 'stone' || soil === 'snow' ? 'rock' : 'earth';
    for (const [side, shape, ox, oy] of [['left', FACE_Y, 0, 1], ['right', FACE_X, 1, 0]] as const) {
      const below = terrain.top(x + ox, y + oy) ?? z - 1;
      if (below >= z) continue;
      const steps = Math.ceil(z - below);
      for (let k = 0; k < steps; k++) {
        let id = k === 0 ? atlas.choose(`cliff/${soil === 'deep' ? 'water' : soil}/${side}`, noise(x, y, 9)) : -1;
        if (id < 0) id = atlas.choose(`cliff/body/${body}/${side}`, noise(x, y, 10 + k));
        flat.push(RECT | ANGLE, id, 0.5, 0.5, z - k, 1, side === 'left' ? 1 : 2, terrain.rises ? tone(z - k) : 0xffffff);
      }
      flat.push(shape | (PLAIN << 4) | ABOVE, -1, ox, oy, z, z - below, 0, shade(body === 'rock' ? 0x8f8a83 : EARTH, side === 'left' ? 0.12 : 0.36));
    }
    void name;
  }

  /** The dual grid: at each corner of the cell, the grounds of the four cells that meet there, low to high. */
  function ground(x: number, y: number, z: number, g: number): void {
    const own = water(x, y, soilNumber[g]!);
    let plain = true;
    for (let k = 0; k < 9; k++) {
      const nx = x + (k % 3) - 1;
      const ny = y + Math.floor(k / 3) - 1;
      const there = terrain.ground(nx, ny);
      // What lies higher, lower or outside does not reach over: the ground goes on to the edge.
      near[k] = there === OUTSIDE || terrain.top(nx, ny) !== z ? own : water(nx, ny, soilNumber[there]!);
      if (near[k] !== own) plain = false;
    }
    const tint = terrain.rises ? tone(z) : 0xffffff;
    if (plain) {
      flat.push(GROUND | BASE, atlas.choose(`ground/${soils[own]}/m15`, noise(x, y, 1)), 0, 0, z, 1, 0, tint);
      return;
    }
    for (let q = 0; q < 4; q++) {
      // Corners clockwise from the north-west, and their four cells clockwise from the north-west.
      const right = q === 1 || q === 2 ? 1 : 0;
      const down = q >= 2 ? 1 : 0;
      const o = down * 3 + right;
      const cells = [near[o]!, near[o + 1]!, near[o + 4]!, near[o + 3]!];
      const seed = noise(x + right, y + down, 2);
      const low = Math.min(...cells);
      const part = (name: string, marks = 0) => { const id = atlas.choose(name, seed); if (id >= 0) flat.push(GROUND | marks, id, right / 2, down / 2, z, 0.5, q + 1, tint); };
      const mask = (from: number) => cells.reduce((bits, soil, c) => (soil >= from ? bits | (1 << c) : bits), 0);
      let shored = low > WATER;
      let last = -1;
      for (const soil of [...cells].sort((a, b) => a - b)) {
        if (soil === last) continue;
        if (!shored && soil > WATER) {
          shored = true;
          part(`shore/m${String(mask(WATER + 1)).padStart(2, '0')}`);
        }
        last = soil;
        part(`ground/${soils[soil]}/m${String(mask(soil)).padStart(2, '0')}`, soil === low ? BASE : 0);
      }
    }
  }

  /** Water far from land is deep. */
  function water(x: number, y: number, soil: number): number {
    if (soil !== WATER) return soil;
    for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) {
      const there = terrain.ground(x + dx, y + dy);
      if (there !== OUTSIDE && soilNumber[there]! > WATER) return soil;
    }
    return 0;
  }

  /** Roads, streams and bridges on a cell, joined to those beside it. */
  function lay(x: number, y: number, z: number, name: string): void {
    const sides = (kinds: Set<string>) => [[0, -1], [1, 0], [0, 1], [-1, 0]].reduce((bits, [dx, dy], k) => (kinds.has(terrain.name(x + dx!, y + dy!)) ? bits | (1 << k) : bits), 0);
    const put = (id: number) => { if (id >= 0) flat.push(GROUND, id, 0, 0, z, 1, 0, 0xffffff); };
    const joined = (what: string, bits: number) => put(atlas.choose(`${what}/m${String(bits || 5).padStart(2, '0')}`, noise(x, y, 11)));
    if (name === 'stream' || name === 'bridge') joined('stream', sides(streams));
    if (name === 'road' || name === 'gate') joined('road', sides(roads));
    if (name === 'bridge') {
      const way = sides(roads);
      const id = atlas.id(`bridge/r${way & 10 ? 0 : 1}`);
      if (id >= 0) tall.push(RECT, id, 0.5, 0.5, z, 1, 0, 0xffffff);
    }
  }

  function thing(name: string, x: number, y: number, z: number, dx: number, dy: number, scale: number, marks = 0): void {
    const sprite = atlas.choose(name, noise(x, y, 7 + Math.round(dx * 100)));
    if (sprite >= 0) tall.push(RECT | marks, sprite, 0.5 + dx, 0.5 + dy, z, scale, 0, 0xffffff);
  }

  function stand(x: number, y: number, z: number, name: string): void {
    const u = unit(x, y, 3);
    const jx = unit(x, y, 4) * 0.5 - 0.25;
    const jy = unit(x, y, 5) * 0.5 - 0.25;
    const size = 0.85 + unit(x, y, 6) * 0.35;
    if (name === 'forest' || name === 'tree') {
      const [a, b] = [[jx * 0.7 - 0.14, jy * 0.7 - 0.14], [jy * 0.5 + 0.2, jx * 0.5 + 0.22]] as const;
      thing(u < 0.3 ? 'tree/conifer' : 'tree/round', x, y, z, a[0], a[1], size);
      if (u > 0.4) thing(u > 0.9 ? 'tree/conifer' : 'tree/round', x, y, z, b[0], b[1], size * 0.8);
    } else if (name === 'house') cottage(x, y, z);
    else if (name === 'pillar') thing('thing/pillar/r0/s0.0', x, y, z, 0, 0, 1);
    else if (name === 'rubble') thing('thing/rubble/r0/s0.0', x, y, z, 0, 0, 1);
    else if (name === 'stone' || name === 'rock' || name === 'snow') {
      if (u < 0.12) thing('rock', x, y, z, jx, jy, size);
      else if (u < 0.18 && name !== 'snow') thing('bush', x, y, z, jx, jy, size * 0.8);
    } else if (name === 'marsh') {
      if (u < 0.45) thing('reeds', x, y, z, jx, jy, size);
    } else if (name === 'sand' || name === 'beach' || name === 'desert') {
      if (u < 0.03) thing('rock', x, y, z, jx, jy, size * 0.7);
    } else if (name === 'grass' || name === 'meadow' || name === 'hill' || name === 'yard') {
      if (u < 0.05) thing('flowers', x, y, z, jx, jy, 1);
      else if (u < 0.2) thing('tuft', x, y, z, jx, jy, 1);
      else if (u < 0.24) thing('bush', x, y, z, jx, jy, size);
      else if (u < 0.255) thing('tree/round', x, y, z, jx, jy, size);
      else if (u < 0.27) thing('rock', x, y, z, jx, jy, size * 0.7);
    }
  }

  /** A house, its door towards a road, with light in its windows at night. */
  function cottage(x: number, y: number, z: number): void {
    const ways = [[0, 1], [-1, 0], [0, -1], [1, 0]].findIndex(([dx, dy]) => roads.has(terrain.name(x + dx!, y + dy!)) || terrain.name(x + dx!, y + dy!) === 'yard');
    const n = noise(x, y, 12);
    const kind = `cottage/${['tile', 'slate', 'thatch'][n % 3]}/r${Math.max(0, ways)}/v${(n >> 8) % 2}`;
    thing(`${kind}/s0.0`, x, y, z, 0, 0, 1);
    thing(`${kind}/glow`, x, y, z, 0, 0, 1, BRIGHT | NIGHT);
  }
}
