/** The place as it is drawn: what shows, in order, with who walks in it. */
import type { Atlas } from './atlas';
import { ABOVE, ANGLE, dress, ITEM, NIGHT, packed, type Palette } from './dress';
import { FOG, Painter, type Frame, type Light } from './gl';
import { FACE_X, FACE_Y, GROUND, List, OVERLAY, PLAIN, RECT } from './list';
import { pick, project, projection, unproject, type Cell, type Projection, type View } from './projection';
import { SIDE, type Chunk, type Terrain } from './terrain';

/** Somebody or something that is not part of the ground. */
/** A plate that stands for an actor from above: its place in the cell, size and colour. */
export interface Plate { x: number; y: number; width: number; height: number; rgb: number }
export interface Actor { plate?: Plate; x: number; y: number; z: number; sprite: number; scale?: number; tint?: number; depth?: number; bright?: boolean; lift?: number }
/** A mark on the ground of a cell. */
export interface Mark { x: number; y: number; tint: number; inset?: number }
export interface Segment { from: [number, number, number]; to: [number, number, number]; width: number; tint: number }

/** Where the time of a frame went, in milliseconds. */
export interface Timing { cull: number; sight: number; upload: number; draw: number }

export class Stage {
  readonly painter: Painter;
  readonly list = new List();
  projection: Projection;
  zoom = 1;
  tile = 64;
  /** Chunks around the middle that are drawn. */
  render = 3;
  middle: [number, number] = [0.5, 0.5];
  middleZ = 0;
  fog = true;
  night = 0;
  lights: Light[] = [];
  actors: Actor[] = [];
  marks: Mark[] = [];
  segments: Segment[] = [];
  polygon: Frame['polygon'] = null;
  background: [number, number, number] = [0.055, 0.067, 0.086];
  readonly timing: Timing = { cull: 0, sight: 0, upload: 0, draw: 0 };
  /** Chunks dressed in this frame, and the most of a frame, so that none takes long. */
  dressed = 0;
  mostDressed = 1;
  /** Sprites of another view or another time of day. */
  #skip = 0;

  constructor(readonly canvas: HTMLCanvasElement, readonly atlas: Atlas, public terrain: Terrain, public palette: Palette, view: View) {
    this.painter = new Painter(canvas);
    this.painter.load(atlas);
    this.projection = projection(view, this.tile);
  }

  set view(view: View) {
    this.projection = projection(view, this.tile);
  }

  /** The canvas in device pixels. */
  resize(width: number, height: number): void {
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
  }

  /** The point in the middle of the canvas, counted from the base cell. */
  #camera(): { base: [number, number]; camera: [number, number] } {
    const base: [number, number] = [Math.floor(this.middle[0]), Math.floor(this.middle[1])];
    return { base, camera: project(this.projection, this.middle[0] - base[0], this.middle[1] - base[1], this.middleZ) };
  }

  /** The cell under a point of the canvas, in device pixels. */
  cellAt(px: number, py: number): Cell | null {
    const { base, camera } = this.#camera();
    const sx = (px - this.canvas.width / 2) / this.zoom + camera[0];
    const sy = (py - this.canvas.height / 2) / this.zoom + camera[1];
    const cell = pick(this.projection, sx, sy, this.terrain.low, this.terrain.high, (x, y) => this.terrain.top(x + base[0], y + base[1]));
    return cell && { x: cell.x + base[0], y: cell.y + base[1] };
  }

  /** Where a place of the map is on the canvas, in device pixels. */
  toScreen(x: number, y: number, z: number): [number, number] {
    const { base, camera } = this.#camera();
    const [sx, sy] = project(this.projection, x - base[0], y - base[1], z);
    return [(sx - camera[0]) * this.zoom + this.canvas.width / 2, (sy - camera[1]) * this.zoom + this.canvas.height / 2];
  }

  /** What is known and seen of a chunk, for the fog; `seen` answers for cells. */
  showFog(chunk: Chunk, seen: (x: number, y: number) => boolean): void {
    const bytes = new Uint8Array(SIDE * SIDE * 2);
    for (let i = 0; i < SIDE * SIDE; i++) {
      bytes[2 * i] = chunk.known[i] ? 255 : 0;
      bytes[2 * i + 1] = seen(chunk.x * SIDE + (i & 31), chunk.y * SIDE + (i >> 5)) ? 255 : 0;
    }
    this.painter.fog(chunk.x * SIDE, chunk.y * SIDE, SIDE, SIDE, bytes);
  }

  /** Builds the list: what shows, back to front. */
  build(): void {
    const began = performance.now();
    const { list, projection: p } = this;
    list.clear();
    this.dressed = 0;
    const { base, camera } = this.#camera();
    const halfW = this.canvas.width / 2 / this.zoom;
    const halfH = this.canvas.height / 2 / this.zoom;
    const left = camera[0] - halfW;
    const right = camera[0] + halfW;
    const high = Math.max(0, this.terrain.high) * p.lift;
    const top = camera[1] - halfH + Math.min(0, this.terrain.low) * p.lift;
    const bottom = camera[1] + halfH + high + this.tile * 1.6;
    const byDepth = new Map<number, Actor[]>();
    for (const actor of this.actors) {
      const depth = actor.depth ?? this.#depthOf(Math.floor(actor.x), Math.floor(actor.y));
      const row = byDepth.get(depth);
      if (row) row.push(actor);
      else byDepth.set(depth, [actor]);
    }
    const marks = new Map<number, Mark[]>();
    for (const mark of this.marks) {
      const depth = this.#depthOf(mark.x, mark.y);
      marks.set(depth, [...(marks.get(depth) ?? []), mark]);
    }
    const iso = p.view === 'iso';
    this.#skip = (iso ? ABOVE : ANGLE) | (this.night > 0.4 ? 0 : NIGHT);
    const width = iso ? this.tile : p.e1[0];
    const step = iso ? this.tile / 4 : p.e2[1];
    const first = Math.floor(top / step) - 1;
    const last = Math.ceil(bottom / step) + 1;
    const shown = base[0] + base[1];
    for (let row = first; row <= last; row++) {
      // Along a diagonal x - y grows by two a cell; along a row x by one.
      const x0 = iso ? Math.floor((row + (2 * left) / width) / 2) - 1 : Math.floor(left / width) - 1;
      const x1 = iso ? Math.ceil((row + (2 * right) / width) / 2) + 1 : Math.ceil(right / width) + 1;
      for (let x = x0; x <= x1; x++) this.#flat(base, x, iso ? row - x : row);
      const depth = iso ? shown + row : base[1] + row;
      for (const mark of marks.get(depth) ?? []) this.#mark(base, mark);
      for (let x = x0; x <= x1; x++) this.#tall(base, x, iso ? row - x : row);
      for (const actor of byDepth.get(depth) ?? []) this.#actor(base, actor);
    }
    for (const s of this.segments) {
      const [ax, ay] = project(p, s.from[0] - base[0], s.from[1] - base[1], s.from[2]);
      const [bx, by] = project(p, s.to[0] - base[0], s.to[1] - base[1], s.to[2]);
      list.line(ax, ay, bx - ax, by - ay, s.width, s.tint);
    }
    this.timing.cull = performance.now() - began;
  }

  #depthOf(x: number, y: number): number {
    return this.projection.view === 'iso' ? x + y : y;
  }

  #chunkAt(base: [number, number], x: number, y: number): Chunk | undefined {
    const cx = (x + base[0]) >> 5;
    const cy = (y + base[1]) >> 5;
    if (Math.abs(cx - (base[0] >> 5)) > this.render || Math.abs(cy - (base[1] >> 5)) > this.render) return undefined;
    const chunk = this.terrain.chunk(cx, cy);
    if (chunk?.stale && this.dressed < this.mostDressed && this.terrain.isSurrounded(chunk)) {
      this.dressed++;
      chunk.dress = dress(this.terrain, chunk, this.atlas, this.palette);
      chunk.stale = false;
    }
    return chunk?.dress ? chunk : undefined;
  }

  #flat(base: [number, number], x: number, y: number): void {
    const chunk = this.#chunkAt(base, x, y);
    if (!chunk) return;
    const i = ((y + base[1]) & 31) * SIDE + ((x + base[0]) & 31);
    if (this.fog && !chunk.known[i]) return;
    const { flat, flatAt } = chunk.dress!;
    const { projection: p, list } = this;
    const { sprites } = this.atlas;
    for (let k = flatAt[i]! * ITEM, end = flatAt[i + 1]! * ITEM; k < end; k += ITEM) {
      const code = flat[k]!;
      if (code & this.#skip) continue;
      const shape = code & 15;
      const sprite = flat[k + 1]!;
      const wx = x + flat[k + 2]!;
      const wy = y + flat[k + 3]!;
      const z = flat[k + 4]!;
      const sx = wx * p.e1[0] + wy * p.e2[0];
      const sy = wx * p.e1[1] + wy * p.e2[1] - z * p.lift;
      const rgb = flat[k + 7]!;
      let tint = (0xff000000 | ((rgb & 255) << 16) | (rgb & 0xff00) | (rgb >> 16)) >>> 0;
      const marks = (code >> 4) & 15;
      if (shape === GROUND) {
        const q = flat[k + 6]!;
        const part = flat[k + 5]!;
        if (q >= 5) {
          tint = (tint & 0xffffff) | 0x38000000;
          list.push(GROUND, marks, null, sx, sy, q === 5 ? 1 : 0.2, q === 5 ? 0.2 : 1, 0, 0, wx, wy, tint);
          continue;
        }
        // Quarters are parts of the tile that lies around their corner.
        const u = q === 1 || q === 4 ? 0.5 : 0;
        const v = q === 1 || q === 2 ? 0.5 : 0;
        list.push(GROUND, sprite < 0 ? marks | PLAIN : marks, sprite < 0 ? null : sprites[sprite]!, sx, sy, part, part, u, v, wx, wy, tint);
      } else if (shape === RECT) {
        if (sprite >= 0) list.rect(sprites[sprite]!, sx, sy, (flat[k + 5]! * this.tile) / 64, x + (flat[k + 6] === 2 ? 1 : 0.5), y + (flat[k + 6] === 1 ? 1 : 0.5), tint, marks);
      } else if (shape === FACE_Y || shape === FACE_X) {
        list.push(shape, marks, null, sx, sy, 1, flat[k + 5]! * p.lift, 0, 0, wx, wy, tint);
      }
    }
  }

  #tall(base: [number, number], x: number, y: number): void {
    const chunk = this.#chunkAt(base, x, y);
    if (!chunk) return;
    const i = ((y + base[1]) & 31) * SIDE + ((x + base[0]) & 31);
    const { tall, tallAt } = chunk.dress!;
    const end = tallAt[i + 1]! * ITEM;
    let k = tallAt[i]! * ITEM;
    if (k === end || (this.fog && !chunk.known[i])) return;
    const { projection: p } = this;
    for (; k < end; k += ITEM) {
      if (tall[k]! & this.#skip) continue;
      const sprite = this.atlas.sprites[tall[k + 1]!];
      const wx = x + tall[k + 2]!;
      const wy = y + tall[k + 3]!;
      if (sprite) this.list.rect(sprite, wx * p.e1[0] + wy * p.e2[0], wx * p.e1[1] + wy * p.e2[1] - tall[k + 4]! * p.lift, (tall[k + 5]! * this.tile) / 64, x + 0.5, y + 0.5, 0xffffffff, (tall[k]! >> 4) & 15);
    }
  }

  #mark(base: [number, number], mark: Mark): void {
    const z = this.terrain.top(mark.x, mark.y) ?? 0;
    const inset = mark.inset ?? 0;
    const [sx, sy] = project(this.projection, mark.x - base[0] + inset, mark.y - base[1] + inset, z);
    this.list.push(GROUND, PLAIN | OVERLAY, null, sx, sy, 1 - 2 * inset, 1 - 2 * inset, 0, 0, 0, 0, mark.tint);
    if (inset) return;
    // A whole cell is lit with the sides that show.
    for (const [shape, dx, dy] of [[FACE_Y, 0, 1], [FACE_X, 1, 0]] as const) {
      const drop = z - (this.terrain.top(mark.x + dx, mark.y + dy) ?? z);
      if (drop > 0) this.list.push(shape, PLAIN | OVERLAY, null, ...project(this.projection, mark.x + dx - base[0], mark.y + dy - base[1], z), 1, drop * this.projection.lift, 0, 0, 0, 0, mark.tint);
    }
  }

  #actor(base: [number, number], actor: Actor): void {
    const x = actor.x - base[0];
    const y = actor.y - base[1];
    if (actor.plate && this.projection.view === 'above') {
      const { plate } = actor;
      const [px, py] = [Math.floor(x) + plate.x, Math.floor(y) + plate.y];
      this.list.push(GROUND, PLAIN, null, ...project(this.projection, px, py, actor.z), plate.width, plate.height, 0, 0, px, py, packed(plate.rgb));
      return;
    }
    const [sx, sy] = project(this.projection, x, y, actor.z);
    const sprite = this.atlas.sprites[actor.sprite];
    const scale = ((actor.scale ?? 1) * this.tile) / 64;
    if (sprite) this.list.rect(sprite, sx, sy - (actor.lift ?? 0) * scale, scale, x, y, actor.tint ?? 0xffffffff, actor.bright ? 2 : 0);
  }

  /** Hands the list over and draws it. */
  show(seconds: number): void {
    const began = performance.now();
    this.painter.upload(this.list);
    this.timing.upload = performance.now() - began;
    const { base, camera } = this.#camera();
    this.painter.draw({
      projection: this.projection, camera, zoom: this.zoom, base, night: this.night, lights: this.lights, fog: this.fog,
      polygon: this.polygon, seconds, background: this.background,
    }, this.list.count);
    this.timing.draw = performance.now() - began - this.timing.upload;
  }

  /** The place on flat ground of a height under a point of the canvas. */
  groundAt(px: number, py: number, z: number): [number, number] {
    const { base, camera } = this.#camera();
    const [x, y] = unproject(this.projection, (px - this.canvas.width / 2) / this.zoom + camera[0], (py - this.canvas.height / 2) / this.zoom + camera[1], z);
    return [x + base[0], y + base[1]];
  }

  end(): void {
    this.painter.end();
  }
}

export { FOG, packed };
