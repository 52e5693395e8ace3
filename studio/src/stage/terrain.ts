/** The ground that is loaded: chunks of cells with what one can ask of a cell. */
import type { Cell } from './projection';

export const SIDE = 32;
const CELLS = SIDE * SIDE;
export const OUTSIDE = 255;
/** How high walls stand, in steps of height; those before a room are cut away. */
export const WALL = 2.4;
export const CUT = 0.4;
/** Rocks in the open, which nothing is cut from. */
export const CRAG = 2;

export interface Ground { name: string; blocks_step?: boolean; blocks_sight?: boolean }

export class Chunk {
  readonly ground: Uint8Array;
  readonly height: Int8Array;
  /** Obstacles placed by hand: 1 there is one. */
  obstacles: Uint8Array | null = null;
  /** What was seen: 1 remembered. */
  readonly known: Uint8Array;
  /** How high each cell is drawn, walls included. */
  readonly top = new Float32Array(CELLS);
  /** The sprites of its cells, once it is dressed. */
  dress: Dress | null = null;
  /** Did something change since? */
  stale = true;
  constructor(readonly x: number, readonly y: number, bytes: Uint8Array, known?: Uint8Array) {
    this.ground = bytes.slice(0, CELLS);
    this.height = new Int8Array(bytes.slice(CELLS, 2 * CELLS).buffer);
    this.known = known ?? new Uint8Array(CELLS);
  }
}

/** Sprites of a chunk's cells: those that lie on the ground, and those that stand. */
export interface Dress { flat: Float32Array; flatAt: Uint32Array; tall: Float32Array; tallAt: Uint32Array }

export const keyOf = (cx: number, cy: number) => (cx + 1_048_576) * 2_097_152 + (cy + 1_048_576);

export class Terrain {
  readonly chunks = new Map<number, Chunk>();
  /** What was seen and what was built in chunks that were dropped since. */
  readonly #kept = new Map<number, { known: Uint8Array; obstacles: Uint8Array | null }>();
  readonly #step: boolean[];
  readonly #sight: boolean[];
  readonly #wall: boolean[];
  /** Doors that are shut, by cell. */
  readonly shut = new Map<string, boolean>();
  low = 0;
  high = 0;
  #last: Chunk | undefined;
  #lastKey = -1;

  constructor(readonly grounds: Ground[], readonly rises = false) {
    this.#step = grounds.map((g) => g.blocks_step ?? false);
    this.#sight = grounds.map((g) => g.blocks_sight ?? false);
    this.#wall = grounds.map((g) => (g.blocks_step && g.blocks_sight && !flatSolids.has(g.name)) ?? false);
  }

  chunk(cx: number, cy: number): Chunk | undefined {
    const key = keyOf(cx, cy);
    if (key !== this.#lastKey) {
      this.#lastKey = key;
      this.#last = this.chunks.get(key);
    }
    return this.#last;
  }

  add(chunk: Chunk): void {
    const key = keyOf(chunk.x, chunk.y);
    const kept = this.#kept.get(key);
    if (kept) {
      chunk.known.set(cells(kept.known));
      chunk.obstacles = kept.obstacles;
    }
    this.chunks.set(key, chunk);
    this.#lastKey = -1;
    this.changed(chunk);
  }

  /** The ground of a chunk changed: it and its neighbours look different. */
  changed(chunk: Chunk): void {
    for (let y = -1; y <= 1; y++) for (let x = -1; x <= 1; x++) this.#raise(chunk.x + x, chunk.y + y);
  }

  drop(chunk: Chunk): void {
    const key = keyOf(chunk.x, chunk.y);
    this.#kept.set(key, { known: bits(chunk.known), obstacles: chunk.obstacles });
    this.chunks.delete(key);
    this.#lastKey = -1;
  }

  /** What was seen and built everywhere, as text. */
  stored(): string {
    const all = new Map(this.#kept);
    for (const [key, chunk] of this.chunks) all.set(key, { known: bits(chunk.known), obstacles: chunk.obstacles });
    const text = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));
    const touched = [...all].filter(([, { known, obstacles }]) => obstacles || known.some((byte) => byte));
    return JSON.stringify(touched.map(([key, { known, obstacles }]) => [key, text(known), obstacles ? text(bits(obstacles)) : '']));
  }

  /** Takes what was stored, before any chunk is here. */
  restore(stored: string): void {
    const bytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    for (const [key, known, obstacles] of JSON.parse(stored) as [number, string, string][]) {
      this.#kept.set(key, { known: bytes(known), obstacles: obstacles ? cells(bytes(obstacles)) : null });
    }
  }

  /** The drawn heights of a chunk, after it or a neighbour changed. */
  #raise(cx: number, cy: number): void {
    const chunk = this.chunk(cx, cy);
    if (!chunk) return;
    chunk.stale = true;
    for (let i = 0; i < CELLS; i++) {
      const x = cx * SIDE + (i & 31);
      const y = cy * SIDE + (i >> 5);
      chunk.top[i] = this.#topOf(x, y, chunk, i);
      if (chunk.top[i]! > this.high) this.high = chunk.top[i]!;
      if (chunk.top[i]! < this.low) this.low = chunk.top[i]!;
    }
  }

  #topOf(x: number, y: number, chunk: Chunk, i: number): number {
    const base = chunk.height[i]!;
    const g = chunk.ground[i]!;
    if (!this.#wall[g]) return base;
    if (this.grounds[g]!.name === 'stone') return base + CRAG;
    if (this.#isFloor(x, y - 1) || this.#isFloor(x - 1, y) || this.#isFloor(x - 1, y - 1)) return base + CUT;
    return this.isRim(x, y) ? base + WALL : base;
  }

  /** Does a wall stand beside floor? Rock that touches none is not drawn. */
  isRim(x: number, y: number): boolean {
    for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) if (this.#isFloor(x + dx, y + dy)) return true;
    return false;
  }

  #isFloor(x: number, y: number): boolean {
    const g = this.ground(x, y);
    return g !== OUTSIDE && !this.#wall[g];
  }

  ground(x: number, y: number): number {
    return this.chunk(x >> 5, y >> 5)?.ground[(y & 31) * SIDE + (x & 31)] ?? OUTSIDE;
  }

  name(x: number, y: number): string {
    return this.grounds[this.ground(x, y)]?.name ?? '';
  }

  height(x: number, y: number): number {
    return this.chunk(x >> 5, y >> 5)?.height[(y & 31) * SIDE + (x & 31)] ?? 0;
  }

  /** How high a cell is drawn; nothing outside of the map or where nothing is loaded. */
  top(x: number, y: number): number | undefined {
    const chunk = this.chunk(x >> 5, y >> 5);
    const i = (y & 31) * SIDE + (x & 31);
    return !chunk || chunk.ground[i] === OUTSIDE ? undefined : chunk.top[i];
  }

  isWall(x: number, y: number): boolean {
    return this.#wall[this.ground(x, y)] ?? false;
  }

  obstacle(x: number, y: number): boolean {
    return this.chunk(x >> 5, y >> 5)?.obstacles?.[(y & 31) * SIDE + (x & 31)] === 1;
  }

  /** Puts an obstacle on a cell or takes it away; says whether one stands there now. */
  toggle(x: number, y: number): boolean {
    const chunk = this.chunk(x >> 5, y >> 5);
    if (!chunk) return false;
    chunk.obstacles ??= new Uint8Array(CELLS);
    const i = (y & 31) * SIDE + (x & 31);
    chunk.obstacles[i] = chunk.obstacles[i] ? 0 : 1;
    chunk.stale = true;
    return chunk.obstacles[i] === 1;
  }

  blocksStep(x: number, y: number): boolean {
    const g = this.ground(x, y);
    return g === OUTSIDE || this.#step[g]! || this.obstacle(x, y);
  }

  blocksSight(x: number, y: number): boolean {
    const g = this.ground(x, y);
    return g === OUTSIDE || this.#sight[g]! || this.obstacle(x, y) || (this.shut.get(`${x},${y}`) ?? false);
  }

  /** Can one go from a cell to the next? A cliff of two steps is too high. */
  passable(from: Cell, to: Cell): boolean {
    return !this.blocksStep(to.x, to.y) && Math.abs(this.height(from.x, from.y) - this.height(to.x, to.y)) <= 1;
  }

  known(x: number, y: number): boolean {
    return this.chunk(x >> 5, y >> 5)?.known[(y & 31) * SIDE + (x & 31)] === 1;
  }

  remember(x: number, y: number): void {
    const chunk = this.chunk(x >> 5, y >> 5);
    if (chunk) chunk.known[(y & 31) * SIDE + (x & 31)] = 1;
  }

  /** Are all chunks around one loaded? Its looks depend on them. */
  isSurrounded(chunk: Chunk): boolean {
    for (let y = -1; y <= 1; y++) for (let x = -1; x <= 1; x++) if (!this.chunks.has(keyOf(chunk.x + x, chunk.y + y))) return false;
    return true;
  }

  /** Bytes that are held, for the figures. */
  get bytes(): number {
    let sum = this.#kept.size * 160;
    for (const chunk of this.chunks.values()) sum += CELLS * 8 + (chunk.dress ? chunk.dress.flat.byteLength + chunk.dress.tall.byteLength + 8200 : 0);
    return sum;
  }
}

/** A bit for each cell, and back. */
function bits(cells: Uint8Array): Uint8Array {
  const packed = new Uint8Array(CELLS / 8);
  for (let i = 0; i < CELLS; i++) if (cells[i]) packed[i >> 3]! |= 1 << (i & 7);
  return packed;
}
function cells(bits: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: CELLS }, (_, i) => (bits[i >> 3]! >> (i & 7)) & 1);
}

/** Solid cells that are drawn as a thing on the ground, not as a wall. */
const flatSolids = new Set(['house', 'tree', 'pillar', 'mountain']);
