/** What a chunk's cells look like: their sprites, from the ground and its neighbours. */
import type { Atlas } from './atlas';
import { FACE_X, FACE_Y, GROUND, PLAIN, RECT } from './list';
import { noise, unit } from './noise';
import { OUTSIDE, SIDE, type Chunk, type Dress, type Terrain } from './terrain';

/** Numbers of one sprite in a dress: shape and marks, sprite, place in the cell, height, two more, tint. */
export const ITEM = 8;

/** Grounds of the atlas from low to high: a higher one is drawn over a lower one. */
const soils = ['deep', 'water', 'mud', 'sand', 'paving', 'planks', 'earth', 'road', 'grass', 'field', 'wood', 'hill', 'stone', 'snow'];
const rank = new Map(soils.map((name, i) => [name, i]));

const soilOf: Record<string, string> = {
  grass: 'grass', meadow: 'grass', yard: 'grass', house: 'earth', tree: 'wood', forest: 'wood', ramp: 'grass',
  water: 'water', stream: 'water', pond: 'water', sea: 'water', sky: 'water', void: 'deep', marsh: 'mud',
  sand: 'sand', beach: 'sand', hill: 'hill', rock: 'stone', stone: 'stone', mountain: 'stone', snow: 'snow',
  road: 'road', gate: 'road', square: 'paving', bridge: 'planks', deck: 'planks', hull: 'planks', bulkhead: 'planks',
  field: 'field', earth: 'earth', pit: 'earth', floor: 'paving', room: 'paving', corridor: 'paving', doorway: 'paving',
  rubble: 'paving', fixture: 'paving', pillar: 'paving', wall: 'paving',
};

/** The ground of the atlas for a ground of a map. */
export const soilNames = (name: string) => soilOf[name] ?? (name.includes('water') ? 'water' : 'grass');

/** Colours of a place: floors and walls of dungeons by theme. */
export interface Palette { floor: number; left: number; top: number }
const themes: Record<string, Palette> = {
  crypt: { floor: 0xa9a697, left: 0x8b8790, top: 0x2b2733 }, temple: { floor: 0xc9bda0, left: 0xa39a8a, top: 0x3a342e },
  'wizards-tower': { floor: 0x9fa3b5, left: 0x7f83a0, top: 0x25283a }, mine: { floor: 0xa58a66, left: 0x8a735a, top: 0x2a211a },
  cavern: { floor: 0x9a9384, left: 0x7d766c, top: 0x232026 }, sewer: { floor: 0x8f9a86, left: 0x76806f, top: 0x20261f },
  'bandit-lair': { floor: 0xb08d5f, left: 0x8d7452, top: 0x2b2118 }, ruin: { floor: 0xaeb08f, left: 0x8f8f7d, top: 0x2a2c26 },
};
export const paletteOf = (theme: string | undefined): Palette => themes[theme ?? ''] ?? themes.crypt!;

const CRAG_LEFT = 0x8f8d8c;
const EARTH = 0xa58a66;
const shade = (rgb: number, by: number) => {
  const mix = (shift: number, to: number) => Math.round(((rgb >> shift) & 255) * (1 - by) + to * by) << shift;
  return mix(16, 0x16) | mix(8, 0x23) | mix(0, 0x3f);
};

/** 0xrrggbb as the list wants it: 0xaabbggrr. */
export const packed = (rgb: number, alpha = 255) => ((alpha << 24) | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;

export function dress(terrain: Terrain, chunk: Chunk, atlas: Atlas, palette: Palette): Dress {
  const flat: number[] = [];
  const tall: number[] = [];
  const flatAt = new Uint32Array(SIDE * SIDE + 1);
  const tallAt = new Uint32Array(SIDE * SIDE + 1);
  const soilNumber = terrain.grounds.map((g) => rank.get(soilNames(g.name)) ?? 8);
  const indoors = terrain.grounds.some((g) => g.name === 'room' || g.name === 'floor');
  const near = new Uint8Array(9);

  for (let i = 0; i < SIDE * SIDE; i++) {
    flatAt[i] = flat.length / ITEM;
    tallAt[i] = tall.length / ITEM;
    const g = chunk.ground[i]!;
    if (g === OUTSIDE) continue;
    const x = chunk.x * SIDE + (i & 31);
    const y = chunk.y * SIDE + (i >> 5);
    const name = terrain.grounds[g]!.name;
    const wall = terrain.isWall(x, y);
    const z = chunk.top[i]!;
    if (wall && name !== 'stone' && !terrain.isRim(x, y)) continue;
    faces(x, y, z, name, wall);
    if (wall && name !== 'stone') {
      flat.push(GROUND | (PLAIN << 4), -1, 0, 0, z, 1, 0, z - chunk.height[i]! < 1 ? shade(palette.left, 0.45) : palette.top);
      continue;
    }
    ground(x, y, z, g);
    stand(x, y, z, name);
    if (chunk.obstacles?.[i]) thing('obstacle', x, y, z, 0, 0, 1);
  }
  flatAt[SIDE * SIDE] = flat.length / ITEM;
  tallAt[SIDE * SIDE] = tall.length / ITEM;
  return { flat: new Float32Array(flat), flatAt, tall: new Float32Array(tall), tallAt };

  /** Sides that a lower neighbour in front leaves open, down to that neighbour. */
  function faces(x: number, y: number, z: number, name: string, wall: boolean): void {
    const left = terrain.top(x, y + 1) ?? z - 1;
    const right = terrain.top(x + 1, y) ?? z - 1;
    const base = wall ? (name === 'stone' ? CRAG_LEFT : palette.left) : name === 'snow' || name === 'rock' ? 0x8f8a83 : EARTH;
    if (left < z) flat.push(FACE_Y | (PLAIN << 4), -1, 0, 1, z, z - left, 0, shade(base, 0.12));
    if (right < z) flat.push(FACE_X | (PLAIN << 4), -1, 1, 0, z, z - right, 0, shade(base, 0.36));
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
    const tint = indoors ? palette.floor : 0xffffff;
    if (plain) {
      flat.push(GROUND, atlas.choose(`ground/${soils[own]}/m15`, noise(x, y, 1)), 0, 0, z, 1, 0, tint);
      return;
    }
    for (let q = 0; q < 4; q++) {
      // Corners clockwise from the north-west, and their four cells clockwise from the north-west.
      const right = q === 1 || q === 2 ? 1 : 0;
      const down = q >= 2 ? 1 : 0;
      const cells = [near[down * 3 + right]!, near[down * 3 + right + 1]!, near[down * 3 + right + 4]!, near[down * 3 + right + 3]!];
      const seed = noise(x + right, y + down, 2);
      let last = -1;
      for (const soil of [...cells].sort((a, b) => a - b)) {
        if (soil === last) continue;
        let mask = 0;
        for (let c = 0; c < 4; c++) if (cells[c]! >= soil) mask |= 1 << c;
        last = soil;
        flat.push(GROUND, atlas.choose(`ground/${soils[soil]}/m${String(mask).padStart(2, '0')}`, seed), right / 2, down / 2, z, 0.5, q + 1, tint);
      }
    }
  }

  /** Water far from land is deep. */
  function water(x: number, y: number, soil: number): number {
    if (soil !== 1) return soil;
    for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) {
      const there = terrain.ground(x + dx, y + dy);
      if (there !== OUTSIDE && soilNumber[there]! > 1) return soil;
    }
    return 0;
  }

  function thing(name: string, x: number, y: number, z: number, dx: number, dy: number, scale: number): void {
    const sprite = atlas.choose(name, noise(x, y, 7 + Math.round(dx * 100)));
    if (sprite >= 0) tall.push(RECT, sprite, 0.5 + dx, 0.5 + dy, z, scale, 0, 0xffffff);
  }

  function stand(x: number, y: number, z: number, name: string): void {
    const u = unit(x, y, 3);
    const jx = unit(x, y, 4) * 0.5 - 0.25;
    const jy = unit(x, y, 5) * 0.5 - 0.25;
    const size = 0.85 + unit(x, y, 6) * 0.35;
    if (name === 'forest' || name === 'tree') {
      thing(u < 0.3 ? 'tree/conifer' : 'tree/round', x, y, z, jx * 0.7 - 0.12, jy * 0.7 - 0.12, size);
      if (u > 0.45) thing('tree/round', x, y, z, jy * 0.5 + 0.22, jx * 0.5 + 0.24, size * 0.8);
    } else if (name === 'house') thing('house', x, y, z, 0, 0, 1);
    else if (name === 'pillar') thing('thing/pillar', x, y, z, 0, 0, 1);
    else if (name === 'fixture') return;
    else if (name === 'rubble') thing('thing/rubble', x, y, z, 0, 0, 1);
    else if (name === 'stone' || name === 'rock') {
      if (u < 0.16) thing('rock', x, y, z, jx, jy, size);
    } else if (name === 'grass' || name === 'meadow' || name === 'hill') {
      if (u < 0.05) thing('flowers', x, y, z, jx, jy, 1);
      else if (u < 0.085) thing('bush', x, y, z, jx, jy, size);
      else if (u < 0.1) thing('tree/round', x, y, z, jx, jy, size);
      else if (u < 0.115) thing('rock', x, y, z, jx, jy, size * 0.7);
    }
  }
}
