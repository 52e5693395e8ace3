/** The list of what is drawn, back to front, as one buffer for the graphics card. */
import type { Sprite } from './atlas';

/** Shapes of an entry; the shader knows the same numbers. */
export const RECT = 0;
export const GROUND = 1;
/** Upright faces towards y and towards x. */
export const FACE_Y = 2;
export const FACE_X = 3;
export const LINE = 4;

/** Marks of an entry. */
export const PLAIN = 1; // a colour, no picture
export const BRIGHT = 2; // neither night nor fog
export const OVERLAY = 4; // drawn over everything, as it is
export const OPAQUE = 8; // the lowest ground, without holes

const STRIDE = 14;
export const STRIDE_BYTES = STRIDE * 4;

export class List {
  #buffer = new ArrayBuffer(STRIDE_BYTES * 4096);
  #f = new Float32Array(this.#buffer);
  #u = new Uint32Array(this.#buffer);
  count = 0;

  clear(): void {
    this.count = 0;
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.#buffer, 0, this.count * STRIDE_BYTES);
  }

  #room(): number {
    if ((this.count + 1) * STRIDE_BYTES > this.#buffer.byteLength) {
      const larger = new ArrayBuffer(this.#buffer.byteLength * 2);
      new Uint8Array(larger).set(new Uint8Array(this.#buffer));
      this.#buffer = larger;
      this.#f = new Float32Array(larger);
      this.#u = new Uint32Array(larger);
    }
    return this.count++ * STRIDE;
  }

  /** `tint` is 0xaabbggrr; `wx`, `wy` the place on the map that light and fog are taken from. */
  push(shape: number, marks: number, sprite: Sprite | null, x: number, y: number, a: number, b: number, c: number, d: number, wx: number, wy: number, tint: number): void {
    const i = this.#room();
    const f = this.#f;
    const u = this.#u;
    f[i] = x;
    f[i + 1] = y;
    f[i + 2] = a;
    f[i + 3] = b;
    f[i + 4] = c;
    f[i + 5] = d;
    u[i + 6] = sprite ? sprite.uv0 : 0;
    u[i + 7] = sprite ? sprite.uv1 : 0;
    f[i + 8] = wx;
    f[i + 9] = wy;
    u[i + 12] = sprite ? sprite.in0 : 0;
    u[i + 13] = sprite ? sprite.in1 : 0;
    u[i + 10] = shape | (marks << 8) | ((sprite ? sprite.layer : 0) << 16);
    u[i + 11] = tint;
  }

  /** A picture with its foot at a point. */
  rect(sprite: Sprite, x: number, y: number, scale: number, wx: number, wy: number, tint = 0xffffffff, marks = 0): void {
    this.push(RECT, marks, sprite, x, y, sprite.width * scale, sprite.height * scale, sprite.ax * scale, sprite.ay * scale, wx, wy, tint);
  }

  line(x: number, y: number, dx: number, dy: number, width: number, tint: number): void {
    this.push(LINE, PLAIN | OVERLAY, null, x, y, dx, dy, width, 0, 0, 0, tint);
  }
}
