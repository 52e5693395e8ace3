/** What the walker sees, by one of six approaches; a worker of its own answers, so that no frame waits. */
import { Kiln } from '../../kernel/kiln';
import type { Terrain } from '../../stage/terrain';

export const approaches = ['shadowcast', 'dda', 'pixel', 'vertices', 'sweep', 'expansion'] as const;
export type Approach = (typeof approaches)[number];

export interface SightWish { approach: Approach; radius: number; fov: number; rays: number; facing: number }
interface Seen { cells: [number, number, number][]; polygon: [number, number][] | null; hits: [number, number, boolean][]; milliseconds: number }
export interface Times { rows: { approach: Approach; milliseconds: number }[]; mesh: number; corners: number; times: number }

/** Pixels of the paper's tiles: its lengths are in pixels. */
export const PAPER_TILE = 16;

export class Sight {
  readonly #kiln = new Kiln('everything');
  #busy = false;
  #again: (() => void) | null = null;
  /** The corner of the window that was looked at, its side, and its cells: 1 seen. */
  corner: [number, number] = [0, 0];
  side = 0;
  #cells = new Uint8Array(0);
  eye: [number, number] = [0, 0];
  polygon: [number, number][] | null = null;
  hits: [number, number, boolean][] = [];
  /** How long the last look took, in milliseconds, in the worker. */
  took = 0;
  rises = false;

  seen(x: number, y: number): boolean {
    const lx = x - this.corner[0];
    const ly = y - this.corner[1];
    return lx >= 0 && ly >= 0 && lx < this.side && ly < this.side && this.#cells[ly * this.side + lx] === 1;
  }

  /** The cells that are seen. */
  *cells(): Iterable<[number, number]> {
    for (let i = 0; i < this.#cells.length; i++) if (this.#cells[i]) yield [this.corner[0] + (i % this.side), this.corner[1] + Math.floor(i / this.side)];
  }

  #window(terrain: Terrain, x: number, y: number, wish: SightWish) {
    const reach = Math.ceil(wish.radius) + 1;
    const side = 2 * reach + 1;
    const corner: [number, number] = [x - reach, y - reach];
    let walls = '';
    const heights: number[] = [];
    for (let ly = 0; ly < side; ly++) {
      for (let lx = 0; lx < side; lx++) {
        // One who stands in a wood looks out of it.
        walls += (lx !== reach || ly !== reach) && terrain.blocksSight(corner[0] + lx, corner[1] + ly) ? '#' : '.';
        if (this.rises) heights.push(terrain.height(corner[0] + lx, corner[1] + ly));
      }
      walls += '\n';
    }
    const args = { walls, at: [reach + 0.5, reach + 0.5], approach: wish.approach, radius: wish.radius, facing: wish.facing, fov: wish.fov, rays: wish.rays, step: 1 / PAPER_TILE, heights };
    return { args, corner, side };
  }

  /** Looks around from a cell; while one look is under way, only the newest other one waits. */
  look(terrain: Terrain, x: number, y: number, wish: SightWish, done: () => void): void {
    if (this.#busy) {
      this.#again = () => this.look(terrain, x, y, wish, done);
      return;
    }
    this.#busy = true;
    const { args, corner, side } = this.#window(terrain, x, y, wish);
    this.#kiln.json<Seen>('look', args).then((seen) => {
      this.corner = corner;
      this.side = side;
      this.eye = [x + 0.5, y + 0.5];
      this.#cells = new Uint8Array(side * side);
      for (const [row, from, to] of seen.cells) this.#cells.fill(1, row * side + from, row * side + to);
      const out = ([px, py]: [number, number]): [number, number] => [px + corner[0], py + corner[1]];
      this.polygon = seen.polygon?.map(out) ?? null;
      this.hits = seen.hits.map(([px, py, hit]) => [px + corner[0], py + corner[1], hit]);
      this.took = seen.milliseconds;
      done();
    }, () => {}).finally(() => {
      this.#busy = false;
      const again = this.#again;
      this.#again = null;
      again?.();
    });
  }

  /** How long each approach takes here, as the mean of several looks. */
  times(terrain: Terrain, x: number, y: number, wish: SightWish, times: number): Promise<Times> {
    return this.#kiln.json<Times>('times', { ...this.#window(terrain, x, y, wish).args, times });
  }

  end(): void {
    this.#kiln.end();
  }
}
