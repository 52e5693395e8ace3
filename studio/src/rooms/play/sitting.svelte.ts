/** One sitting at the game: its start, its moves, and what the player knows after them. */
import { Kiln } from '../../kernel/kiln';
import type { Atlas } from '../../stage/atlas';
import { packed, paletteOf } from '../../stage/dress';
import { creature, doorOf, figureOf } from '../../stage/figures';
import { path } from '../../stage/path';
import type { Cell, View } from '../../stage/projection';
import { Stage, type Actor } from '../../stage/stage';
import { Chunk, OUTSIDE, SIDE, Terrain, type Ground } from '../../stage/terrain';

export interface CampaignPlace { seed: string; level: number; score: number }
export type Start = { campaign: CampaignPlace } | { doc: unknown; level: number; seed: string } | { tape: string };
export type Letter = 'n' | 'e' | 's' | 'w' | '.' | 'x';
export type TurnEvent = string | Record<string, unknown>;

export interface Known {
  width: number;
  height: number;
  grounds: Ground[];
  status: 'playing' | 'won' | 'lost';
  at: Cell;
  health: number;
  most: number;
  keys: { id: number; name: string }[];
  beaten: number;
  chests: number;
  score: number;
  turn: number;
  hunted: boolean;
  boss: { name: string; health: number } | null;
  foes: { id: number; at: Cell; name: string; boss: boolean; health: number; idle: boolean }[];
  things: { at: Cell; kind: string | { key: number }; name: string }[];
  doors: { at: Cell; facing: string; edge: boolean; kind: string; open: boolean; key: number | null }[];
  events: { event: TurnEvent; text: string }[];
  levels: number;
  seed: string;
}

const steps: Record<Letter, Cell> = { n: { x: 0, y: -1 }, e: { x: 1, y: 0 }, s: { x: 0, y: 1 }, w: { x: -1, y: 0 }, '.': { x: 0, y: 0 }, x: { x: 0, y: 0 } };
const facings: Record<string, string> = { n: 'ne', e: 'se', s: 'sw', w: 'nw' };
const STEP = 120;
const lightRadius = 7;

export class Sitting {
  readonly #kiln = new Kiln('everything');
  stage: Stage | null = null;
  known = $state.raw<Known | null>(null);
  start = $state.raw<Start | null>(null);
  moves = $state('');
  log = $state.raw<{ event: TurnEvent; text: string; turn: number }[]>([]);
  view = $state<View>('iso');
  hover = $state.raw<Cell | null>(null);
  busy = $state(false);
  #pending = '';
  #route: Cell[] = [];
  #facing = 's';
  #before = new Map<string, Cell>();
  #moved = 0;
  #flash = new Map<string, number>();
  #dirty = true;
  #frame = 0;
  #seen = new Uint8Array(0);
  #ended = false;
  readonly still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  onTurn: (known: Known) => void = () => {};

  constructor(readonly canvas: HTMLCanvasElement, readonly atlas: Atlas) {
    this.#frame = requestAnimationFrame((now) => this.#tick(now));
  }

  get level(): number {
    return this.start && 'campaign' in this.start ? this.start.campaign.level : 1;
  }

  get carried(): number {
    return this.start && 'campaign' in this.start ? this.start.campaign.score : 0;
  }

  get score(): number {
    return this.carried + (this.known?.score ?? 0);
  }

  /** Begins or continues a game. */
  async open(start: Start, moves = ''): Promise<void> {
    this.#pending = '';
    this.#route = [];
    this.log = [];
    this.start = start;
    this.moves = moves;
    const { text, bytes } = await this.#kiln.call('play', { start, moves });
    const known = JSON.parse(text) as Known;
    const terrain = new Terrain(known.grounds);
    // A border of nothing around the map: a chunk is dressed when its neighbours are there.
    const columns = Math.ceil(known.width / SIDE);
    const rows = Math.ceil(known.height / SIDE);
    for (let y = -1; y <= rows; y++) for (let x = -1; x <= columns; x++) terrain.add(new Chunk(x, y, new Uint8Array(2 * SIDE * SIDE).fill(OUTSIDE, 0, SIDE * SIDE)));
    const palette = paletteOf(undefined);
    if (this.stage) {
      this.stage.terrain = terrain;
      this.stage.palette = palette;
    } else {
      this.stage = new Stage(this.canvas, this.atlas, terrain, palette, this.view);
      this.stage.mostDressed = 4;
      this.stage.zoom = 1.25;
    }
    this.#before.clear();
    this.#take(known, bytes);
  }

  /** A move; those that come faster than turns are played wait in line. */
  act(letter: Letter): void {
    this.#route = [];
    this.#send(letter);
  }

  #send(letter: Letter): void {
    if (!this.known || this.known.status !== 'playing') return;
    this.#pending += letter;
    if (!this.busy) void this.#play();
  }

  async #play(): Promise<void> {
    this.busy = true;
    while (this.#pending && this.start) {
      const moves = this.moves + this.#pending;
      const last = this.#pending.at(-1)!;
      this.#pending = '';
      const { text, bytes } = await this.#kiln.call('play', { start: this.start, moves });
      const known = JSON.parse(text) as Known;
      this.moves = moves.slice(0, known.turn);
      if (last in facings) this.#facing = last;
      this.#take(known, bytes);
      if (known.status !== 'playing') this.#pending = '';
    }
    this.busy = false;
  }

  #take(known: Known, bytes: Uint8Array): void {
    const before = this.known;
    this.#before = new Map(before ? [['you', before.at], ...before.foes.map((f): [string, Cell] => [`${f.id}`, f.at])] : []);
    this.#moved = performance.now();
    for (const { event } of known.events) {
      if (typeof event !== 'object') continue;
      if ('player_hit' in event || 'trap_sprung' in event) this.#flash.set('you', this.#moved);
    }
    for (const foe of known.foes) {
      const was = before?.foes.find((f) => f.id === foe.id);
      if (was && was.health > foe.health) this.#flash.set(`${foe.id}`, this.#moved);
    }
    if (known.boss && before?.boss && known.boss.health < before.boss.health) for (const f of known.foes) if (f.boss) this.#flash.set(`${f.id}`, this.#moved);
    this.known = known;
    this.log = [...this.log, ...known.events.map((e) => ({ ...e, turn: known.turn }))].slice(-60);
    this.#ground(known, bytes);
    if (before && (known.foes.length > before.foes.length || known.health < before.health)) this.#route = [];
    this.#dirty = true;
    this.onTurn(known);
  }

  /** What is known of the ground, chunk by chunk; only what changed is dressed again. */
  #ground(known: Known, bytes: Uint8Array): void {
    const { stage } = this;
    if (!stage) return;
    const size = known.width * known.height;
    this.#seen = bytes.slice(2 * size);
    stage.terrain.shut.clear();
    for (const door of known.doors) if (!door.edge) stage.terrain.shut.set(`${door.at.x},${door.at.y}`, !door.open && door.kind !== 'arch');
    for (const chunk of [...stage.terrain.chunks.values()]) {
      let changed = false;
      for (let i = 0; i < SIDE * SIDE; i++) {
        const x = chunk.x * SIDE + (i & 31);
        const y = chunk.y * SIDE + (i >> 5);
        if (x < 0 || y < 0 || x >= known.width || y >= known.height) continue;
        const n = y * known.width + x;
        const ground = bytes[n]! === 0 ? OUTSIDE : bytes[n]! - 1;
        if (chunk.ground[i] !== ground) {
          chunk.ground[i] = ground;
          chunk.height[i] = (bytes[size + n]! << 24) >> 24;
          chunk.known[i] = ground === OUTSIDE ? 0 : 1;
          changed = true;
        }
      }
      if (changed) stage.terrain.changed(chunk);
      stage.showFog(chunk, (x, y) => this.sees(x, y));
    }
  }

  sees(x: number, y: number): boolean {
    const k = this.known;
    return !!k && x >= 0 && y >= 0 && x < k.width && y < k.height && this.#seen[y * k.width + x] === 1;
  }

  /** A click: beside one, a step; further away, the way there. */
  goTo(cell: Cell): void {
    const k = this.known;
    if (!k || k.status !== 'playing') return;
    const [dx, dy] = [cell.x - k.at.x, cell.y - k.at.y];
    if (dx === 0 && dy === 0) return this.act('.');
    if (Math.abs(dx) + Math.abs(dy) === 1) return this.act(dx === 1 ? 'e' : dx === -1 ? 'w' : dy === 1 ? 's' : 'n');
    const { terrain } = this.stage!;
    const taken = new Set(k.foes.map((f) => `${f.at.x},${f.at.y}`));
    const passable = (_: Cell, to: Cell) => terrain.known(to.x, to.y) && !terrain.blocksStep(to.x, to.y) && !taken.has(`${to.x},${to.y}`);
    this.#route = path(k.at, cell, passable, true);
    this.#dirty = true;
  }

  point(at: [number, number] | null): void {
    const cell = at && this.stage ? this.stage.cellAt(...at) : null;
    if (cell?.x !== this.hover?.x || cell?.y !== this.hover?.y) {
      this.hover = cell;
      this.#dirty = true;
    }
  }

  setView(view: View): void {
    this.view = view;
    if (this.stage) this.stage.view = view;
    this.#dirty = true;
  }

  zoomBy(factor: number): void {
    if (this.stage) this.stage.zoom = Math.min(5, Math.max(0.3, this.stage.zoom * factor));
    this.#dirty = true;
  }

  resize(width: number, height: number): void {
    this.stage?.resize(width, height);
    this.#dirty = true;
  }

  /** The moves of the automatic player from here on. */
  solve(): Promise<{ moves: string; status: Known['status'] }> {
    return this.#kiln.json('solve', { start: this.start, moves: this.moves, turns: 20_000 });
  }

  /** The game as the file that the command stores, with the fingerprint of its state. */
  tape(): Promise<{ text: string; end: string }> {
    return this.#kiln.json('tape', { start: this.start, moves: this.moves });
  }

  /** Checks a stored game; a sentence says what is wrong with it. */
  untape(text: string): Promise<{ start: Start; moves: string; status: Known['status']; title: string }> {
    return this.#kiln.json('untape', text);
  }

  #tick(now: number): void {
    if (this.#ended) return;
    this.#frame = requestAnimationFrame((t) => this.#tick(t));
    const moving = !this.still && now - this.#moved < STEP;
    if (!moving && !this.busy && this.#route.length && this.known?.status === 'playing') {
      const next = this.#route.shift()!;
      const letter = (Object.keys(facings) as Letter[]).find((l) => this.known!.at.x + steps[l].x === next.x && this.known!.at.y + steps[l].y === next.y);
      if (letter) {
        const door = this.known.doors.some((d) => d.at.x === next.x && d.at.y === next.y && !d.open && d.kind !== 'arch');
        // A door takes a turn to open; the step comes after it.
        if (door) this.#route.unshift(next);
        if (door && this.known.doors.some((d) => d.at.x === next.x && d.at.y === next.y && d.kind !== 'door')) this.#route = [];
        this.#send(letter);
      } else this.#route = [];
    }
    const flashing = [...this.#flash.values()].some((t) => now - t < 220);
    if ((this.#dirty || moving || flashing || this.stage?.dressed) && this.known && this.stage) {
      this.#dirty = false;
      this.#paint(now);
    }
  }

  #paint(now: number): void {
    const { stage, known } = this;
    if (!stage || !known) return;
    const t = this.still ? 1 : Math.min(1, (now - this.#moved) / STEP);
    const between = (id: string, at: Cell): [number, number, number] => {
      const was = this.#before.get(id) ?? at;
      const far = Math.abs(was.x - at.x) + Math.abs(was.y - at.y) > 2;
      const from = far ? at : was;
      const depth = this.view === 'iso' ? Math.max(from.x + from.y, at.x + at.y) : Math.max(from.y, at.y);
      return [from.x + (at.x - from.x) * t + 0.5, from.y + (at.y - from.y) * t + 0.5, depth];
    };
    const height = (at: Cell) => stage.terrain.height(at.x, at.y);
    const red = (id: string) => (now - (this.#flash.get(id) ?? -1e9) < 200 ? packed(0xff6a5a) : 0xffffffff);
    const actors: Actor[] = [];
    for (const door of known.doors) {
      if (door.kind === 'arch' || door.edge) continue;
      const figure = doorOf(this.atlas, door.kind, door.open, door.facing);
      if (figure) actors.push({ x: door.at.x + 0.5, y: door.at.y + 0.5, z: height(door.at), ...figure });
    }
    for (const thing of known.things) {
      const figure = figureOf(this.atlas, thing.kind, thing.name);
      if (figure) actors.push({ x: thing.at.x + 0.5, y: thing.at.y + 0.5, z: height(thing.at), ...figure });
    }
    for (const foe of known.foes) {
      const was = this.#before.get(`${foe.id}`) ?? foe.at;
      const [dx, dy] = was.x !== foe.at.x || was.y !== foe.at.y ? [foe.at.x - was.x, foe.at.y - was.y] : [known.at.x - foe.at.x, known.at.y - foe.at.y];
      const way = Math.abs(dx) >= Math.abs(dy) ? (dx >= 0 ? 'se' : 'nw') : dy >= 0 ? 'sw' : 'ne';
      const figure = creature(this.atlas, foe.name, foe.boss, way, t < 1 && was !== foe.at ? Math.floor(t * 4) : -1);
      const [x, y, depth] = between(`${foe.id}`, foe.at);
      if (figure) actors.push({ x, y, z: height(foe.at), depth, ...figure, tint: red(`${foe.id}`) });
    }
    const [x, y, depth] = between('you', known.at);
    const pace = t < 1 && this.#before.get('you') && (this.#before.get('you')!.x !== known.at.x || this.#before.get('you')!.y !== known.at.y) ? Math.min(3, Math.floor(t * 4)) : 'stand';
    actors.push({ x, y, z: height(known.at), depth, sprite: this.atlas.id(`walker/${facings[this.#facing]}/${pace}`), tint: red('you') });
    stage.actors = actors;
    stage.middle = [x, y];
    stage.middleZ = height(known.at);
    stage.night = 0.72;
    stage.lights = [{ x, y, radius: lightRadius, strength: 1 }, ...known.things.filter((th) => th.kind === 'light').map((th) => ({ x: th.at.x + 0.5, y: th.at.y + 0.5, radius: 5, strength: 0.9 }))];
    stage.background = [0.03, 0.035, 0.05];
    stage.marks = [];
    if (this.hover && stage.terrain.known(this.hover.x, this.hover.y)) {
      const foe = known.foes.some((f) => f.at.x === this.hover!.x && f.at.y === this.hover!.y);
      stage.marks.push({ ...this.hover, tint: foe ? packed(0xff7a5c, 120) : packed(0xffe9a8, 80) });
    }
    for (const cell of this.#route) stage.marks.push({ ...cell, tint: packed(0x74c8d2, 130), inset: 0.38 });
    stage.painter.figures.calls = 0;
    stage.painter.figures.bytes = 0;
    stage.build();
    stage.show(now / 1000);
  }

  end(): void {
    this.#ended = true;
    cancelAnimationFrame(this.#frame);
    this.#kiln.end();
    this.stage?.end();
  }
}
