/** Sprites by name: pictures of the atlas, on pages that become one texture with layers. */

export interface Sprite {
  /** Corners in the texture, packed as the shader reads them: two numbers of 16 bits each. */
  uv0: number;
  uv1: number;
  /** The same as parts of the page. */
  u0: number;
  v0: number;
  u1: number;
  v1: number;
  layer: number;
  /** Size and foot point in pixels of a tile 64 wide. */
  width: number;
  height: number;
  ax: number;
  ay: number;
}

interface Frame { frame: { x: number; y: number; w: number; h: number }; anchor?: { x: number; y: number }; spriteSourceSize?: { x: number; y: number; w: number; h: number }; sourceSize?: { w: number; h: number } }
export interface AtlasIndex { frames: Record<string, Frame>; meta: { image: string; size: { w: number; h: number }; scale: string | number } }

export class Atlas {
  readonly sprites: Sprite[] = [];
  readonly #names = new Map<string, number>();
  readonly #variants = new Map<string, number[]>();
  readonly pages: TexImageSource[] = [];
  side = 1;

  /** Adds a page with its index; pages may differ in size, the texture is as large as the largest. */
  add(index: AtlasIndex, page: TexImageSource): void {
    const layer = this.pages.length;
    this.pages.push(page);
    const scale = Number(index.meta.scale) || 1;
    this.side = Math.max(this.side, index.meta.size.w, index.meta.size.h);
    for (const [name, { frame, anchor, spriteSourceSize, sourceSize }] of Object.entries(index.frames)) {
      const source = sourceSize ?? { w: frame.w, h: frame.h };
      const trim = spriteSourceSize ?? { x: 0, y: 0, w: frame.w, h: frame.h };
      const foot = anchor ?? { x: 0.5, y: 1 };
      this.#names.set(name, this.sprites.length);
      this.sprites.push({
        uv0: 0, uv1: 0, u0: frame.x, v0: frame.y, u1: frame.x + frame.w, v1: frame.y + frame.h, layer,
        width: frame.w / scale, height: frame.h / scale,
        ax: (foot.x * source.w - trim.x) / scale, ay: (foot.y * source.h - trim.y) / scale,
      });
    }
  }

  /** Fixes the places in the texture, once all pages are there. */
  seal(): this {
    const pack = (u: number, v: number) => (Math.round((u / this.side) * 65535) | (Math.round((v / this.side) * 65535) << 16)) >>> 0;
    for (const s of this.sprites) {
      s.uv0 = pack(s.u0, s.v0);
      s.uv1 = pack(s.u1, s.v1);
      s.u0 /= this.side; s.v0 /= this.side; s.u1 /= this.side; s.v1 /= this.side;
    }
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
