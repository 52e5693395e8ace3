/** Keeps chunks loaded around a walker: made ahead by workers, dropped behind. */
import { Kiln } from '../kernel/kiln';
import { Chunk, keyOf, SIDE, type Terrain } from './terrain';

export class Keeper {
  readonly #workers: Kiln[];
  readonly #asked = new Map<number, { cx: number; cy: number }>();
  /** How long chunks took from asking for them, and in the worker alone; the last 200. */
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

  /** Asks for what is missing around a cell, nearest first and one at a time for each worker, and drops what lies far behind. */
  follow(x: number, y: number): void {
    const cx = x >> 5;
    const cy = y >> 5;
    const ahead = this.render + 1;
    const wanted: { cx: number; cy: number; far: number }[] = [];
    for (let dy = -ahead; dy <= ahead; dy++) for (let dx = -ahead; dx <= ahead; dx++) {
      const key = keyOf(cx + dx, cy + dy);
      if (!this.terrain.chunks.has(key) && !this.#asked.has(key)) {
        const mx = (cx + dx) * SIDE + 16 - x;
        const my = (cy + dy) * SIDE + 16 - y;
        wanted.push({ cx: cx + dx, cy: cy + dy, far: mx * mx + my * my });
      }
    }
    wanted.sort((a, b) => a.far - b.far);
    for (const one of wanted) {
      if (this.#asked.size >= this.#workers.length) break;
      this.#ask(one.cx, one.cy, x, y);
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

  #ask(cx: number, cy: number, x: number, y: number): void {
    const key = keyOf(cx, cy);
    this.#asked.set(key, { cx, cy });
    this.#around = [x, y];
    const worker = this.#workers.find((w) => !w.busy) ?? this.#workers[0]!;
    const began = performance.now();
    worker.call('chunk', { place: this.place, x: cx, y: cy }).then(({ bytes }) => {
      this.#asked.delete(key);
      if (this.#ended) return;
      const end = performance.now();
      this.waits.push(end - began);
      if (this.waits.length > 200) this.waits.shift();
      this.made++;
      const chunk = new Chunk(cx, cy, bytes);
      this.terrain.add(chunk);
      this.onChunk(chunk);
      this.follow(...this.#around);
      // For observers: how long it took to come, and to take it in. The browser's own list would grow without end.
      performance.measure('mapkiln-chunk', { start: began, end });
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
