/** Keeps chunks loaded around a walker: made ahead by workers, dropped behind. */
import { Kiln } from '../kernel/kiln';
import { Chunk, keyOf, SIDE, type Terrain } from './terrain';

export class Keeper {
  readonly #workers: Kiln[];
  readonly #asked = new Set<number>();
  /** How long chunks took to be ready from asking for them; the last 200. */
  readonly waits: number[] = [];
  made = 0;
  dropped = 0;
  /** Chunks around the walker that are drawn; one ring more is made ahead, and two more are kept. */
  render = 3;
  #ended = false;

  constructor(readonly terrain: Terrain, readonly place: unknown, readonly onChunk: (chunk: Chunk) => void, readonly onDrop: (chunk: Chunk) => void, workers: Kiln[] = [new Kiln('everything'), new Kiln('everything')]) {
    this.#workers = workers;
  }

  get waiting(): number {
    return this.#asked.size;
  }

  /** Asks for what is missing around a cell, nearest first and one at a time of each worker, and drops what lies far behind. */
  follow(x: number, y: number): void {
    const cx = x >> 5;
    const cy = y >> 5;
    const ahead = this.render + 1;
    const wanted: { cx: number; cy: number; far: number; home: Kiln }[] = [];
    for (let dy = -ahead; dy <= ahead; dy++) for (let dx = -ahead; dx <= ahead; dx++) {
      const key = keyOf(cx + dx, cy + dy);
      if (!this.terrain.chunks.has(key) && !this.#asked.has(key)) {
        const mx = (cx + dx) * SIDE + 16 - x;
        const my = (cy + dy) * SIDE + 16 - y;
        wanted.push({ cx: cx + dx, cy: cy + dy, far: mx * mx + my * my, home: this.#home(cx + dx, cy + dy) });
      }
    }
    wanted.sort((a, b) => a.far - b.far);
    for (const worker of this.#workers) {
      const next = worker.busy ? undefined : wanted.find((one) => one.home === worker);
      if (next) this.#ask(worker, next.cx, next.cy);
    }
    const keep = ahead + 2;
    for (const chunk of this.terrain.chunks.values()) {
      if (Math.abs(chunk.x - cx) > keep || Math.abs(chunk.y - cy) > keep) {
        this.terrain.drop(chunk);
        this.onDrop(chunk);
        this.dropped++;
      }
    }
    this.#around = [x, y];
  }

  #around: [number, number] = [0, 0];

  /** The worker for a chunk. Neighbours share what they are made of, so each worker has squares of eight by eight chunks. */
  #home(cx: number, cy: number): Kiln {
    return this.#workers[((cx >> 3) + (cy >> 3)) & (this.#workers.length - 1)]!;
  }

  #ask(worker: Kiln, cx: number, cy: number): void {
    const key = keyOf(cx, cy);
    this.#asked.add(key);
    const began = performance.now();
    worker.call('chunk', { place: this.place, x: cx, y: cy }).then(({ bytes, at }) => {
      this.#asked.delete(key);
      if (this.#ended) return;
      const end = performance.now();
      const ready = at - performance.timeOrigin;
      this.waits.push(ready - began);
      if (this.waits.length > 200) this.waits.shift();
      this.made++;
      const chunk = new Chunk(cx, cy, bytes);
      this.terrain.add(chunk);
      this.onChunk(chunk);
      this.follow(...this.#around);
      // For observers: how long it took to be ready, and to take it in. The browser's own list would grow without end.
      performance.measure('mapkiln-chunk', { start: began, end: Math.max(began, ready) });
      performance.measure('mapkiln-arrival', { start: end });
      performance.clearMeasures('mapkiln-chunk');
      performance.clearMeasures('mapkiln-arrival');
    }, () => this.#asked.delete(key));
  }

  end(): void {
    this.#ended = true;
    for (const worker of this.#workers) worker.end();
  }
}
