/** Sprites by name: pictures of the atlas, on pages that become one texture with layers. */

export interface Sprite {
  /** Corners in the texture, packed as the shader reads them: two numbers of 16 bits each. */
  uv0: number;
  uv1: number;
  /** The same as parts of the texture. */
  u0: number;
  v0: number;
  u1: number;
  v1: number;
  /** The picture's own pixels, packed alike: a diamond is trimmed, its corners are not. */
  in0: number;
  in1: number;
  layer: number;
  /** Size and foot point in pixels of a tile 64 wide. */
  width: number;
  height: number;
  ax: number;
  ay: number;
}

interface Frame { frame: { x: number; y: number; w: number; h: number }; anchor?: { x: number; y: number }; spriteSourceSize?: { x: number; y: number }; sourceSize?: { w: number; h: number }; map?: { kind: string } }
export interface AtlasIndex { frames: Record<string, Frame>; meta: { size: { w: number; h: number }; scale: string | number } }

/** Kinds of pictures that lie on the ground as a diamond around their middle. */
const lying = new Set(['ground', 'shore', 'floor', 'road', 'stream', 'marker']);

export class Atlas {
  readonly sprites: Sprite[] = [];
  readonly #names = new Map<string, number>();
  readonly #variants = new Map<string, number[]>();
  readonly #own: [number, number, number, number][] = [];
  readonly pages: TexImageSource[] = [];
  side = 1;

  /** Adds a page with its index; pages may differ in size, the texture is as large as the largest. */
  add(index: AtlasIndex, page: TexImageSource): void {
    const layer = this.pages.length;
    this.pages.push(page);
    const scale = Number(index.meta.scale) || 1;
    this.side = Math.max(this.side, index.meta.size.w, index.meta.size.h);
    for (const [name, { frame, anchor, spriteSourceSize, sourceSize, map }] of Object.entries(index.frames)) {
      const source = sourceSize ?? { w: frame.w, h: frame.h };
      const trim = spriteSourceSize ?? { x: 0, y: 0 };
      const foot = anchor ?? { x: 0.5, y: 1 };
      const ax = foot.x * source.w - trim.x;
      const ay = foot.y * source.h - trim.y;
      const sprite: Sprite = { uv0: 0, uv1: 0, u0: frame.x, v0: frame.y, u1: frame.x + frame.w, v1: frame.y + frame.h, in0: 0, in1: 0, layer, width: frame.w / scale, height: frame.h / scale, ax: ax / scale, ay: ay / scale };
      this.#own.push([frame.x, frame.y, frame.x + frame.w, frame.y + frame.h]);
      if (lying.has(map?.kind ?? name.split('/')[0]!)) {
        const [mx, my] = [frame.x + ax, frame.y + ay];
        Object.assign(sprite, { u0: mx - 32 * scale, v0: my - 16 * scale, u1: mx + 32 * scale, v1: my + 16 * scale });
      }
      this.#names.set(name, this.sprites.length);
      this.sprites.push(sprite);
    }
  }

  /** Fixes the places in the texture, once all pages are there. */
  seal(): this {
    const part = (n: number) => Math.min(65535, Math.max(0, Math.round((n / this.side) * 65535)));
    const pack = (u: number, v: number) => (part(u) | (part(v) << 16)) >>> 0;
    this.sprites.forEach((s, i) => {
      const [left, top, right, bottom] = this.#own[i]!;
      s.uv0 = pack(s.u0, s.v0);
      s.uv1 = pack(s.u1, s.v1);
      s.in0 = pack(left, top);
      s.in1 = pack(right, bottom);
      s.u0 /= this.side; s.v0 /= this.side; s.u1 /= this.side; s.v1 /= this.side;
    });
    return this;
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** The number of a sprite; -1 if there is none of that name. */
  id(name: string): number {
    return this.#names.get(name) ?? -1;
  }

  /** All variants of a name, `name/v0`, `name/v1`, …, or the name alone. */
  variants(name: string): number[] {
    let found = this.#variants.get(name);
    if (!found) {
      found = [];
      for (let i = 0; this.has(`${name}/v${i}`); i++) found.push(this.id(`${name}/v${i}`));
      if (!found.length && this.has(name)) found.push(this.id(name));
      this.#variants.set(name, found);
    }
    return found;
  }

  /** One of the variants, by a number that follows from the cell; -1 if there is none. */
  choose(name: string, noise: number): number {
    const all = this.variants(name);
    return all.length ? all[noise % all.length]! : -1;
  }
}
