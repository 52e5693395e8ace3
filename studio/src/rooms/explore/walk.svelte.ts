/** A walk: who walks where, what is loaded, seen and drawn. The page shows it; it knows nothing of the page. */
import { Kiln } from '../../kernel/kiln';
import type { Atlas } from '../../stage/atlas';
import { paletteOf } from '../../stage/dress';
import type { Light } from '../../stage/gl';
import { Keeper } from '../../stage/keeper';
import { path } from '../../stage/path';
import { rectangle, type Cell, type View } from '../../stage/projection';
import { Stage, packed, type Actor, type Segment } from '../../stage/stage';
import { SIDE, Terrain, type Chunk, type Ground } from '../../stage/terrain';
import { FirstPerson } from '../../stage/first';
import { doorOf, figureOf } from '../../stage/figures';
import { settings } from '../../ui/settings.svelte';
import { Sight, type SightWish } from './sight';

export type PlaceOf = { set: string; seed: string } | { doc: unknown; level: number };
interface Info {
  size: [number, number] | null;
  grounds: Ground[];
  rises: boolean;
  entrances?: Cell[];
  things?: { at: Cell; kind: string | { key: number }; name?: string }[];
  doors?: { at: Cell; facing: string; edge: boolean; kind: string }[];
  furniture?: { kind: string; at: Cell; size?: [number, number]; facing: string; light: boolean }[];
  theme?: string;
}

/** North, east, south, west. */
export const ways: Cell[] = [{ x: 0, y: -1 }, { x: 1, y: 0 }, { x: 0, y: 1 }, { x: -1, y: 0 }];
const facings = ['ne', 'se', 'sw', 'nw'];
/** Cells enough to walk about in. */
const ROOMY = 150;
/** A step takes this long, in milliseconds; with reduced motion, none. */
const STEP = 170;

export class Walk {
  readonly stage: Stage;
  readonly terrain: Terrain;
  readonly keeper: Keeper;
  readonly sight = new Sight();
  readonly first: FirstPerson;
  at = $state.raw<Cell>({ x: 0, y: 0 });
  facing = $state(2);
  steps = $state(0);
  ready = $state(false);
  hover = $state.raw<Cell | null>(null);
  view = $state<View>('iso');
  hour = $state(12);
  fog = $state(true);
  how = $state(false);
  building = $state(false);
  /** Field of view, rays, length and approach. */
  wish = $state.raw<Omit<SightWish, 'facing'>>({ approach: 'shadowcast', radius: 12, fov: 360, rays: 150 });
  /** What the last frames took: our own work without the graphics card. */
  figures = $state.raw({ cull: 0, sight: 0, upload: 0, sprites: 0, calls: 0, bytes: 0, chunks: 0 });
  origin = $state.raw<[number, number]>([0, 0]);
  #from: Cell = { x: 0, y: 0 };
  #began = 0;
  #moving = false;
  #route: Cell[] = [];
  #queued: number | null = null;
  #turn = 0;
  #dirty = true;
  #sightDirty = false;
  #fogged = new Set<Chunk>();
  #pointer: [number, number] | null = null;
  #frame = 0;
  #ended = false;
  #doors: { at: Cell; kind: string; facing: string; open: boolean }[] = [];
  #actors: Actor[] = [];
  #lamps: Light[] = [];
  #furniture: Actor[] = [];
  readonly still = settings.isStill;
  onStep: () => void = () => {};

  static async open(canvas: HTMLCanvasElement, atlas: Atlas, place: PlaceOf, start?: Cell, view: View = 'iso', facing?: number, before?: string): Promise<Walk> {
    const kiln = new Kiln('everything');
    const info = await kiln.json<Info>('place', { place });
    return new Walk(canvas, atlas, place, info, kiln, start, view, facing, before);
  }

  private constructor(canvas: HTMLCanvasElement, atlas: Atlas, readonly place: PlaceOf, readonly info: Info, kiln: Kiln, start: Cell | undefined, view: View, facing: number | undefined, before: string | undefined) {
    this.terrain = new Terrain(info.grounds, info.rises);
    if (before) this.terrain.restore(before);
    this.view = view;
    this.stage = new Stage(canvas, atlas, this.terrain, paletteOf(info.theme ?? ('set' in place && place.set === 'caves' ? 'cavern' : undefined)), view === 'first' ? 'iso' : view);
    this.first = new FirstPerson(this.stage);
    this.sight.rises = info.rises;
    // Without a place of one's own one begins in the middle, away from the borders of what is loaded first.
    const [width, height] = info.size ?? [SIDE, SIDE];
    this.at = start ?? info.entrances?.[0] ?? { x: width >> 1, y: height >> 1 };
    for (const door of info.doors ?? []) {
      const opaque = !['arch', 'portcullis'].includes(door.kind);
      if (!door.edge) this.terrain.shut.set(`${door.at.x},${door.at.y}`, opaque);
      this.#doors.push({ at: door.at, kind: door.kind, facing: door.facing, open: door.kind === 'arch' });
    }
    this.#furnish(atlas);
    // A map is held by one worker, which made it; of an endless world every worker makes chunks.
    const workers = 'doc' in place ? [kiln] : [kiln, new Kiln('everything')];
    this.keeper = new Keeper(this.terrain, place, (chunk) => this.#arrived(chunk, start, facing), () => {}, workers);
    this.keeper.render = this.stage.render;
    this.keeper.follow(this.at.x, this.at.y);
    this.#frame = requestAnimationFrame((now) => this.#tick(now));
  }

  #furnish(atlas: Atlas): void {
    const dressed = (this.info.furniture ?? []).length > 0;
    for (const thing of this.info.things ?? []) {
      const lamp = thing.kind === 'light';
      const figure = lamp && dressed ? null : figureOf(atlas, thing.kind, thing.name ?? '');
      if (figure) this.#actors.push({ x: thing.at.x + 0.5, y: thing.at.y + 0.5, z: 0, ...figure });
      if (lamp) this.#lamps.push({ x: thing.at.x + 0.5, y: thing.at.y + 0.5, radius: 6, strength: 1 });
    }
    const turns: Record<string, number> = { south: 0, west: 1, north: 2, east: 3 };
    for (const { kind, at, size, facing } of this.info.furniture ?? []) {
      const [across, down] = size ?? [1, 1];
      for (let y = 0; y < down; y++) for (let x = 0; x < across; x++) {
        const sprite = atlas.id(`thing/${kind}/r${turns[facing] ?? 0}/s${x}.${y}`);
        if (sprite >= 0) this.#furniture.push({ x: at.x + x + 0.5, y: at.y + y + 0.5, z: 0, sprite });
      }
    }
  }

  #arrived(chunk: Chunk, start: Cell | undefined, facing: number | undefined): void {
    this.#fogged.add(chunk);
    // A frame only for what shows, or lets something show: the chunks around a chunk complete it.
    const { canvas, tile, zoom } = this.stage;
    const reach = Math.ceil((canvas.width + 2 * canvas.height) / (2 * tile * zoom * SIDE)) + 1;
    if (Math.abs(chunk.x - (this.at.x >> 5)) <= reach && Math.abs(chunk.y - (this.at.y >> 5)) <= reach) this.#dirty = true;
    this.figures = { ...this.figures, chunks: this.terrain.chunks.size };
    if (!this.ready && this.terrain.chunk(this.at.x >> 5, this.at.y >> 5)) {
      // An endless world is entered on the open cell nearest to where one wants to be.
      if (!start || this.terrain.blocksStep(this.at.x, this.at.y)) this.at = this.#openCell();
      this.#from = this.at;
      this.facing = facing ?? this.#openWay();
      this.ready = true;
      this.look();
    } else if (this.ready && Math.abs(chunk.x - (this.at.x >> 5)) <= 1 && Math.abs(chunk.y - (this.at.y >> 5)) <= 1) this.look();
  }

  /** The way in which one can go furthest: nobody wants to begin with the nose at a wall. */
  #openWay(): number {
    const far = ways.map((way) => {
      let at = this.at;
      for (let n = 0; n < 12; n++) {
        const next = { x: at.x + way.x, y: at.y + way.y };
        if (!this.terrain.passable(at, next)) return n;
        at = next;
      }
      return 12;
    });
    return far.indexOf(Math.max(...far));
  }

  /** The open cell nearest to here from which one comes anywhere: nobody wants to begin in a thicket. */
  #openCell(): Cell {
    const { x, y } = this.at;
    const tried = new Set<string>();
    let widest = { cell: this.at, cells: 0 };
    for (let r = 0; r < 16; r++) for (let dy = -r; dy <= r; dy++) for (let dx = -r; dx <= r; dx++) {
      const cell = { x: x + dx, y: y + dy };
      if (Math.max(Math.abs(dx), Math.abs(dy)) !== r || tried.has(`${cell.x} ${cell.y}`) || this.terrain.blocksStep(cell.x, cell.y)) continue;
      const cells = this.#reach(cell, tried);
      if (cells > widest.cells) widest = { cell, cells };
      if (cells >= ROOMY) return cell;
    }
    return widest.cell;
  }

  /** How many cells one can come to, counted up to what is roomy; whoever leaves what is loaded comes anywhere. */
  #reach(from: Cell, tried: Set<string>): number {
    const open = [from];
    tried.add(`${from.x} ${from.y}`);
    for (let i = 0; i < open.length && open.length < ROOMY; i++) for (const way of ways) {
      const to = { x: open[i]!.x + way.x, y: open[i]!.y + way.y };
      if (!this.terrain.chunk(to.x >> 5, to.y >> 5)) return ROOMY;
      if (tried.has(`${to.x} ${to.y}`) || !this.terrain.passable(open[i]!, to)) continue;
      tried.add(`${to.x} ${to.y}`);
      open.push(to);
    }
    return open.length;
  }

  /** Looks around again: after a step, a door, an obstacle or another wish. */
  look(): void {
    if (!this.ready) return;
    const way = ways[this.facing]!;
    const facing = (Math.atan2(way.y, way.x) * 180) / Math.PI;
    this.sight.look(this.terrain, this.at.x, this.at.y, { ...this.wish, facing }, () => {
      this.#sightDirty = true;
      this.#dirty = true;
    });
  }

  setWish(change: Partial<SightWish>): void {
    this.wish = { ...this.wish, ...change };
    this.look();
  }

  setView(view: View): void {
    this.view = view;
    if (view !== 'first') this.stage.view = view;
    this.#dirty = true;
  }

  setTile(width: number): void {
    this.stage.tile = width;
    this.stage.view = this.view === 'above' ? 'above' : 'iso';
    this.redraw();
  }

  setRender(chunks: number): void {
    this.stage.render = chunks;
    this.keeper.render = chunks;
    this.keeper.follow(this.at.x, this.at.y);
    this.redraw();
  }

  redraw(): void {
    this.#dirty = true;
  }

  /** A step by a key: in first person turns and forward, otherwise by the compass. */
  press(key: 'up' | 'right' | 'down' | 'left'): void {
    this.#route = [];
    const n = { up: 0, right: 1, down: 2, left: 3 }[key];
    if (this.view === 'first') {
      if (key === 'left' || key === 'right') {
        this.facing = (this.facing + (key === 'right' ? 1 : 3)) & 3;
        this.#turn = this.still ? 0 : performance.now();
        this.first.turn(key === 'right' ? 1 : -1);
        this.look();
        this.#dirty = true;
        return;
      }
      this.#go((this.facing + (key === 'up' ? 0 : 2)) & 3, false);
    } else this.#go(n, true);
  }

  #go(way: number, turn: boolean): void {
    if (this.#moving) {
      this.#queued = way;
      return;
    }
    const to = { x: this.at.x + ways[way]!.x, y: this.at.y + ways[way]!.y };
    if (!this.terrain.chunk(to.x >> 5, to.y >> 5)) {
      // It is on its way: the step waits for the ground.
      this.#queued = way;
      return;
    }
    if (turn && this.facing !== way) {
      this.facing = way;
      if (this.wish.fov < 360) this.look();
    }
    this.#dirty = true;
    if (!this.terrain.passable(this.at, to)) {
      this.#route = [];
      return;
    }
    const door = this.#doors.find((d) => d.at.x === to.x && d.at.y === to.y && !d.open);
    if (door) {
      door.open = true;
      this.terrain.shut.set(`${to.x},${to.y}`, false);
    }
    this.#from = this.at;
    this.at = to;
    this.steps++;
    this.#began = performance.now();
    this.#moving = !this.still;
    this.keeper.follow(to.x, to.y);
    this.look();
    this.onStep();
  }

  /** Walks to a cell, by the shortest way over what one knows. */
  walkTo(cell: Cell): boolean {
    const known = (a: Cell, b: Cell) => this.terrain.passable(a, b) && (!this.fog || this.terrain.known(b.x, b.y));
    this.#route = path(this.at, cell, known, true);
    this.#dirty = true;
    return this.#route.length > 0;
  }

  /** Places an obstacle, or takes it away. */
  toggle(cell: Cell): void {
    if (cell.x === this.at.x && cell.y === this.at.y) return;
    if (this.terrain.isWall(cell.x, cell.y) && !this.terrain.obstacle(cell.x, cell.y)) return;
    this.terrain.toggle(cell.x, cell.y);
    this.look();
    this.#dirty = true;
  }

  /** The pointer in device pixels of the canvas. */
  point(at: [number, number] | null): void {
    this.#pointer = at;
    const cell = at && this.view !== 'first' ? this.stage.cellAt(...at) : null;
    if (cell?.x !== this.hover?.x || cell?.y !== this.hover?.y) {
      this.hover = cell;
      this.#dirty = true;
    } else if (this.how) this.#dirty = true;
  }

  zoomBy(factor: number): void {
    this.stage.zoom = Math.min(6, Math.max(0.2, this.stage.zoom * factor));
    this.#dirty = true;
  }

  get nightness(): number {
    const h = this.hour;
    const day = h >= 7.5 && h <= 17.5 ? 0 : h <= 5 || h >= 20 ? 1 : h < 7.5 ? (7.5 - h) / 2.5 : (h - 17.5) / 2.5;
    return day;
  }

  #position(now: number): { x: number; y: number; z: number; t: number } {
    const t = this.#moving ? Math.min(1, (now - this.#began) / STEP) : 1;
    const x = this.#from.x + (this.at.x - this.#from.x) * t + 0.5;
    const y = this.#from.y + (this.at.y - this.#from.y) * t + 0.5;
    const za = this.terrain.height(this.#from.x, this.#from.y);
    const z = za + (this.terrain.height(this.at.x, this.at.y) - za) * t;
    return { x, y, z, t };
  }

  #tick(now: number): void {
    if (this.#ended) return;
    this.#frame = requestAnimationFrame((t) => this.#tick(t));
    if (!this.ready) return;
    if (this.#moving && now - this.#began >= STEP) this.#moving = false;
    if (!this.#moving) {
      this.#from = this.at;
      if (this.#queued !== null) {
        const way = this.#queued;
        this.#queued = null;
        this.#go(way, this.view !== 'first');
      } else if (this.#route.length) {
        const next = this.#route.shift()!;
        const way = ways.findIndex((w) => this.at.x + w.x === next.x && this.at.y + w.y === next.y);
        if (way >= 0) this.#go(way, true);
      }
    }
    const turning = this.view === 'first' && !this.still && now - this.#turn < STEP;
    if (!this.#dirty && !this.#moving && !turning && !this.stage.dressed) return;
    this.#dirty = false;
    this.paint(now);
  }

  /** Draws one frame. */
  paint(now: number): void {
    const { stage } = this;
    const figures = stage.painter.figures;
    figures.calls = 0;
    figures.bytes = 0;
    const began = performance.now();
    this.#applySight();
    stage.timing.sight = performance.now() - began;
    const here = this.#position(now);
    stage.middle = [here.x + this.origin[0], here.y + this.origin[1]];
    stage.middleZ = here.z;
    stage.fog = this.fog;
    stage.night = this.nightness;
    stage.lights = [{ x: here.x, y: here.y, radius: 7, strength: 1 }, ...this.#lamps.filter((l) => Math.abs(l.x - here.x) + Math.abs(l.y - here.y) < 40)];
    stage.background = this.nightness > 0.5 ? [0.02, 0.027, 0.05] : [0.055, 0.067, 0.086];
    stage.polygon = this.sight.polygon && this.fog ? { from: this.sight.corner, side: this.sight.side } : null;
    stage.actors = this.#cast(here);
    if (this.view === 'first') {
      this.first.show(here, this.facing, this.still ? 1 : Math.min(1, (now - this.#turn) / STEP));
    } else {
      stage.marks = [];
      if (this.hover) stage.marks.push({ ...this.hover, tint: packed(0xffe9a8, 90) });
      for (const cell of this.#route) stage.marks.push({ ...cell, tint: packed(0x74c8d2, 120), inset: 0.38 });
      stage.segments = this.how ? this.#explain(here) : [];
      stage.build();
      stage.show(now / 1000);
    }
    performance.measure('mapkiln-frame', { start: began, end: began + stage.timing.sight + stage.timing.cull + stage.timing.upload });
    // Observers have them; the browser's own list would grow without end.
    performance.clearMeasures('mapkiln-frame');
    this.figures = { cull: stage.timing.cull, sight: stage.timing.sight, upload: stage.timing.upload, sprites: figures.sprites, calls: figures.calls, bytes: figures.bytes, chunks: this.terrain.chunks.size };
  }

  #applySight(): void {
    const touched = new Set<Chunk>(this.#fogged);
    this.#fogged.clear();
    if (this.#sightDirty) {
      this.#sightDirty = false;
      const { sight, terrain } = this;
      for (const [x, y] of sight.cells()) terrain.remember(x, y);
      for (const chunk of terrain.chunks.values()) {
        const near = Math.abs(chunk.x - (this.at.x >> 5)) <= 2 && Math.abs(chunk.y - (this.at.y >> 5)) <= 2;
        if (near) touched.add(chunk);
      }
      if (sight.polygon) {
        const fan = new Float32Array((sight.polygon.length + 2) * 2);
        const put = (i: number, [x, y]: [number, number]) => {
          fan[2 * i] = (x - sight.corner[0]) / sight.side;
          fan[2 * i + 1] = (y - sight.corner[1]) / sight.side;
        };
        put(0, sight.eye);
        sight.polygon.forEach((p, i) => put(i + 1, p));
        if (sight.polygon.length) put(sight.polygon.length + 1, sight.polygon[0]!);
        this.stage.painter.sight(fan);
      }
    }
    for (const chunk of touched) this.stage.showFog(chunk, (x, y) => this.sight.seen(x, y));
  }

  /** Everybody who is drawn: the walker, doors, and what is seen of others. */
  #cast(here: { x: number; y: number; z: number; t: number }): Actor[] {
    const { atlas } = this.stage;
    const cast: Actor[] = [];
    const shown = (x: number, y: number) => !this.fog || this.sight.seen(x, y);
    for (const actor of this.#actors) {
      const [x, y] = [Math.floor(actor.x), Math.floor(actor.y)];
      if (shown(x, y)) cast.push({ ...actor, z: this.terrain.height(x, y) });
    }
    for (const piece of this.#furniture) {
      const [x, y] = [Math.floor(piece.x), Math.floor(piece.y)];
      if (Math.abs(x - here.x) < 40 && Math.abs(y - here.y) < 40 && (!this.fog || this.terrain.known(x, y))) cast.push(piece);
    }
    for (const door of this.#doors) {
      if (door.kind === 'arch' || (this.fog && !this.terrain.known(door.at.x, door.at.y))) continue;
      const leaf = doorOf(atlas, door.kind, door.open, door.facing);
      if (leaf) cast.push({ x: door.at.x + 0.5, y: door.at.y + 0.5, z: 0, ...leaf });
    }
    const pace = this.#moving ? Math.min(3, Math.floor(here.t * 4)) : 'stand';
    const sprite = atlas.id(`walker/${facings[this.facing]}/${pace}`);
    const depth = this.stage.projection.view === 'iso' ? Math.max(this.#from.x + this.#from.y, this.at.x + this.at.y) : Math.max(this.#from.y, this.at.y);
    if (this.view !== 'first') cast.push({ x: here.x, y: here.y, z: here.z, sprite, depth });
    return cast;
  }

  /** How it works, drawn over the ground: chunks, rays and hits, the rectangle under the pointer. */
  #explain(here: { x: number; y: number; z: number }): Segment[] {
    const lines: Segment[] = [];
    const { terrain, stage } = this;
    const z = terrain.height(this.at.x, this.at.y);
    const cx = this.at.x >> 5;
    const cy = this.at.y >> 5;
    for (const chunk of terrain.chunks.values()) {
      const near = Math.abs(chunk.x - cx) <= stage.render && Math.abs(chunk.y - cy) <= stage.render;
      const tint = near ? packed(0x6fd58a, 230) : packed(0x5aa0ff, 230);
      const [x0, y0, x1, y1] = [chunk.x * SIDE, chunk.y * SIDE, (chunk.x + 1) * SIDE, (chunk.y + 1) * SIDE];
      const e = near ? 0.06 : 0;
      for (const [a, b, c, d] of [[x0 + e, y0 + e, x1 - e, y0 + e], [x1 - e, y0 + e, x1 - e, y1 - e], [x1 - e, y1 - e, x0 + e, y1 - e], [x0 + e, y1 - e, x0 + e, y0 + e]] as const) {
        lines.push({ from: [a, b, z], to: [c, d, z], width: near ? 2.5 : 1.5, tint });
      }
    }
    const eye: [number, number, number] = [here.x, here.y, z];
    const corners = this.sight.polygon;
    const ends = corners ? corners.map(([x, y]): [number, number, boolean] => [x, y, true]) : this.sight.hits;
    for (const [x, y, hit] of ends.slice(0, 720)) {
      lines.push({ from: eye, to: [x, y, z], width: 1, tint: packed(0xffe98a, 110) });
      if (hit) for (const [dx, dy] of [[0.12, 0.12], [0.12, -0.12]] as const) lines.push({ from: [x - dx, y - dy, z], to: [x + dx, y + dy, z], width: 2, tint: packed(0xff7a5c, 255) });
    }
    if (corners) corners.forEach(([x, y], i) => { const [nx, ny] = corners[(i + 1) % corners.length]!; lines.push({ from: [x, y, z], to: [nx, ny, z], width: 1.5, tint: packed(0xffd24a, 255) }); });
    if (this.#pointer && this.hover) lines.push(...this.#rectangle(this.#pointer, this.hover));
    return lines;
  }

  /** The rectangle that holds the tile under the pointer, and its triangles (paper 004, figure 5). */
  #rectangle(pointer: [number, number], cell: Cell): Segment[] {
    const { stage } = this;
    const z = this.terrain.top(cell.x, cell.y) ?? 0;
    const [gx, gy] = stage.groundAt(...pointer, z);
    const p = stage.projection;
    const sx = gx * p.e1[0] + gy * p.e2[0];
    const sy = gx * p.e1[1] + gy * p.e2[1];
    const box = rectangle(p, sx, sy);
    const det = p.e1[0] * p.e2[1] - p.e1[1] * p.e2[0];
    const map = (x: number, y: number): [number, number, number] => [(x * p.e2[1] - y * p.e2[0]) / det, (y * p.e1[0] - x * p.e1[1]) / det, z];
    const corner = (i: number): [number, number] => [box.left + (i === 1 || i === 2 ? box.width : 0), box.top + (i >= 2 ? box.height : 0)];
    const lines: Segment[] = [];
    for (let i = 0; i < 4; i++) {
      const a = corner(i);
      const b = corner((i + 1) & 3);
      const before = corner((i + 3) & 3);
      const on = box.triangle === i + 1;
      lines.push({ from: map(...a), to: map(...b), width: 1.5, tint: packed(0xffffff, 230) });
      if (p.view === 'iso') lines.push({ from: map((a[0] + before[0]) / 2, (a[1] + before[1]) / 2), to: map((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), width: on ? 4 : 1.5, tint: on ? packed(0xff7a5c) : packed(0xffffff, 230) });
    }
    return lines;
  }

  /** The mean time of picking, in microseconds, over points all over the canvas. */
  measurePicking(count = 10_000): number {
    const { width, height } = this.stage.canvas;
    const began = performance.now();
    for (let i = 0; i < count; i++) this.stage.cellAt((i * 7919) % width, (i * 104_729) % height);
    return ((performance.now() - began) * 1000) / count;
  }

  end(): void {
    this.#ended = true;
    cancelAnimationFrame(this.#frame);
    this.keeper.end();
    this.sight.end();
    this.stage.end();
  }
}
