/**
 * First person: one ray a column, from cell border to cell border (DDA, after Vandevenne), over ground of any height.
 *
 * Along a ray, near to far, every rise is a slice of wall and every stretch of ground a slice of floor; what lies
 * below the highest slice so far is hidden. Figures are boards that face the viewer, sorted out by the depth buffer.
 */
import { LIGHTING, program, type Frame } from './gl';
import { ITEM, NIGHT, soilNames } from './dress';
import type { Stage } from './stage';
import { OUTSIDE, SIDE } from './terrain';

const STRIDE = 20;
/** The height of a step in cells, of an eye, and how far one sees. */
const RISE = 0.35;
const EYE = 0.62;
const FAR = 26;
const WALL = 1.15;
const CRAG = 0.85;

const VERTEX = `#version 300 es
precision highp float;
layout(location=0) in vec2 corner;
layout(location=1) in vec4 box;
layout(location=2) in vec4 how;
layout(location=3) in vec4 ray;
layout(location=4) in vec4 uvs;
layout(location=5) in vec4 tint;
uniform vec2 view;
out vec2 pixel; out vec2 along; flat out vec4 what; flat out vec4 line; flat out vec4 part; flat out vec4 colour;
void main() {
  pixel = vec2(mix(box.x, box.y, corner.x), mix(box.z, box.w, corner.y));
  along = corner;
  gl_Position = vec4(pixel.x / view.x * 2.0 - 1.0, 1.0 - pixel.y / view.y * 2.0, 0.0, 1.0);
  what = how; line = ray; part = uvs; colour = tint;
}`;

const FRAGMENT = `#version 300 es
precision highp float;
in vec2 pixel; in vec2 along; flat in vec4 what; flat in vec4 line; flat in vec4 part; flat in vec4 colour;
uniform highp sampler2DArray atlas;
uniform vec2 eye; uniform vec2 seat; uniform float eye_z, focal, horizon;
uniform vec3 haze;
out vec4 result;
${LIGHTING}
float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
void main() {
  float far = what.y;
  vec2 at = eye + line.xy * far;
  vec4 c;
  if (what.x < 0.5) {
    far = (eye_z - what.z) * focal / max(0.001, pixel.y - horizon);
    at = eye + line.xy * far;
    vec2 q = fract(at);
    // Every other tile lies the other way round, so that no row of them shows.
    if (hash(floor(at + vec2(seat))) > 0.5) q = 1.0 - q;
    vec2 size = part.zw - part.xy;
    vec2 uv = vec2(part.x + size.x * (0.5 + (q.x - q.y) * 0.49), part.y + size.y * (0.01 + (q.x + q.y) * 0.49));
    c = part.z > 0.0 ? textureLod(atlas, vec3(uv, line.w), clamp(log2(far * 0.35), 0.0, 3.0)) : vec4(1.0);
    c.rgb = c.rgb / max(c.a, 0.01) * colour.rgb;
    c.rgb *= 0.94 + 0.06 * hash(floor(at * 8.0));
    c.a = 1.0;
  } else if (what.x < 1.5) {
    float z = eye_z - (pixel.y - horizon) * far / focal;
    float u = line.z;
    vec3 base = colour.rgb;
    if (colour.a > 0.5) {
      // Courses of brick, each moved by half a stone.
      float row = floor(z * 7.0);
      vec2 brick = vec2(u * 3.0 + mod(row, 2.0) * 0.5, z * 7.0);
      vec2 edge = abs(fract(brick) - 0.5);
      float joint = step(0.455, max(edge.x * 0.96, edge.y));
      base *= mix(0.90 + 0.16 * hash(floor(brick) + floor(at + line.xy * 0.01)), 0.66, joint);
    } else {
      // Layers of earth or rock.
      base *= 0.86 + 0.2 * hash(vec2(floor(z * 9.0 + sin(u * 6.28) * 0.6), 3.0)) - 0.06 * hash(floor(vec2(u * 9.0, z * 14.0)));
    }
    c = vec4(base * what.w, 1.0);
  } else {
    c = texture(atlas, vec3(mix(part.xy, part.zw, along), line.w));
    if (c.a < 0.4) discard;
    c.rgb = c.rgb / c.a * colour.rgb;
    at = line.xy;
    c.a = 1.0;
  }
  vec3 rgb = lit(c.rgb, at);
  float mist = smoothstep(${(FAR * 0.35).toFixed(1)}, ${FAR.toFixed(1)}, far);
  result = vec4(mix(rgb, haze, mist), 1.0);
  gl_FragDepth = clamp(far / ${(FAR * 2).toFixed(1)}, 0.0, 0.999);
}`;

export class FirstPerson {
  readonly #stage: Stage;
  readonly #program: WebGLProgram;
  readonly #array: WebGLVertexArrayObject;
  readonly #buffer: WebGLBuffer;
  #data = new Float32Array(STRIDE * 4096);
  #count = 0;
  #turned = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
    const { gl } = stage.painter;
    this.#program = program(gl, VERTEX, FRAGMENT);
    this.#array = gl.createVertexArray()!;
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    this.#buffer = gl.createBuffer()!;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    for (let i = 0; i < 5; i++) {
      gl.enableVertexAttribArray(i + 1);
      gl.vertexAttribPointer(i + 1, 4, gl.FLOAT, false, STRIDE * 4, i * 16);
      gl.vertexAttribDivisor(i + 1, 1);
    }
    gl.bindVertexArray(null);
  }

  turn(by: number): void {
    this.#turned = by;
  }

  #push(...numbers: number[]): void {
    if ((this.#count + 1) * STRIDE > this.#data.length) {
      const larger = new Float32Array(this.#data.length * 2);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data.set(numbers, this.#count++ * STRIDE);
  }

  /** Draws what is seen from a place; `facing` counts quarter turns from the north, `t` how far the last turn has come. */
  show(here: { x: number; y: number; z: number }, facing: number, t: number): void {
    const stage = this.#stage;
    const began = performance.now();
    const { width, height } = stage.canvas;
    this.#count = 0;
    const angle = ((facing - this.#turned * (1 - t) - 1) * Math.PI) / 2;
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    const focal = Math.max(width, height) * 0.62;
    const horizon = height * 0.47;
    const base: [number, number] = [Math.floor(here.x), Math.floor(here.y)];
    const eyeZ = here.z * RISE + EYE;
    const columns = Math.min(480, Math.ceil(width / 2));
    const wide = width / columns;
    for (let i = 0; i < columns; i++) {
      const side = ((i + 0.5) * wide - width / 2) / focal;
      this.#column(here, base, dx - dy * side, dy + dx * side, eyeZ, focal, horizon, i * wide, (i + 1) * wide, height);
    }
    this.#boards(here, base, dx, dy, eyeZ, focal, horizon, width);
    stage.timing.cull = performance.now() - began;
    this.#draw(here, base, eyeZ, focal, horizon);
  }

  /** How high a cell stands, in cells, and whether it is a wall of stones. */
  #top(x: number, y: number): number {
    const { terrain } = this.#stage;
    const ground = terrain.height(x, y) * RISE;
    if (terrain.obstacle(x, y)) return ground + 0.8;
    if (terrain.shut.get(`${x},${y}`)) return ground + WALL;
    return terrain.isWall(x, y) ? ground + (terrain.name(x, y) === 'stone' ? CRAG : WALL) : ground;
  }

  #column(here: { x: number; y: number }, base: [number, number], rx: number, ry: number, eyeZ: number, focal: number, horizon: number, x0: number, x1: number, height: number): void {
    const { terrain, palette, fog } = this.#stage;
    const stepX = rx < 0 ? -1 : 1;
    const stepY = ry < 0 ? -1 : 1;
    const deltaX = Math.abs(1 / rx);
    const deltaY = Math.abs(1 / ry);
    let cx = Math.floor(here.x);
    let cy = Math.floor(here.y);
    let nextX = (rx < 0 ? here.x - cx : cx + 1 - here.x) * deltaX;
    let nextY = (ry < 0 ? here.y - cy : cy + 1 - here.y) * deltaY;
    let near = 0.02;
    let top = this.#top(cx, cy);
    let clip = height;
    let side = 0;
    // The stretch of ground that is open: as long as height and look stay, it is one slice.
    let look = this.#soil(cx, cy);
    const floor = (far: number) => {
      if (top >= eyeZ) return;
      const y = horizon + ((eyeZ - top) * focal) / far;
      if (y < clip) {
        this.#push(x0, x1, Math.max(0, y), clip, 0, far, top, 1, rx, ry, 0, look.layer, look.u0, look.v0, look.u1, look.v1, look.r, look.g, look.b, 1);
        clip = Math.max(0, y);
      }
    };
    while (near < FAR && clip > 0) {
      if (nextX < nextY) { near = nextX; nextX += deltaX; cx += stepX; side = 0; } else { near = nextY; nextY += deltaY; cy += stepY; side = 1; }
      const known = terrain.ground(cx, cy) !== OUTSIDE && (!fog || terrain.known(cx, cy));
      if (!known) break;
      const next = this.#top(cx, cy);
      const nextLook = this.#soil(cx, cy);
      if (next !== top || nextLook !== look) floor(near);
      if (next > top) {
        const y = horizon - ((next - eyeZ) * focal) / near;
        if (y < clip) {
          const hit = side === 0 ? here.y + near * ry : here.x + near * rx;
          const stone = terrain.isWall(cx, cy) && terrain.name(cx, cy) !== 'stone' && terrain.name(cx, cy) !== 'rock';
          const door = terrain.shut.get(`${cx},${cy}`);
          const rgb = door ? 0x8a5a2b : stone || terrain.name(cx, cy) === 'rock' ? palette.left : terrain.isWall(cx, cy) || terrain.obstacle(cx, cy) ? 0x9a9894 : 0xa58a66;
          const light = side === 0 ? (stepX > 0 ? 0.86 : 0.7) : stepY > 0 ? 1 : 0.78;
          this.#push(x0, x1, Math.max(0, y), clip, 1, near, next, light, rx, ry, hit - Math.floor(hit), 0, 0, 0, 0, 0, (rgb >> 16) / 255, ((rgb >> 8) & 255) / 255, (rgb & 255) / 255, stone ? 1 : 0);
          clip = Math.max(0, y);
        }
      }
      top = next;
      look = nextLook;
    }
    floor(near);
    void base;
  }

  readonly #looks = new Map<string, { layer: number; u0: number; v0: number; u1: number; v1: number; r: number; g: number; b: number }>();

  #soil(x: number, y: number) {
    const { terrain, atlas, palette } = this.#stage;
    const name = terrain.isWall(x, y) && terrain.name(x, y) !== 'stone' ? '#wall' : terrain.name(x, y);
    let look = this.#looks.get(name);
    if (!look) {
      const indoors = terrain.grounds.some((g) => g.name === 'room' || g.name === 'floor');
      const sprite = atlas.sprites[indoors ? atlas.choose(`floor/${palette.theme}`, 0) : atlas.choose(`ground/${soilNames(name)}/m15`, 0)];
      const rgb = name === '#wall' ? palette.top : 0xffffff;
      look = { layer: sprite?.layer ?? 0, u0: sprite?.u0 ?? 0, v0: sprite?.v0 ?? 0, u1: name === '#wall' ? 0 : (sprite?.u1 ?? 0), v1: sprite?.v1 ?? 0, r: (rgb >> 16) / 255, g: ((rgb >> 8) & 255) / 255, b: (rgb & 255) / 255 };
      this.#looks.set(name, look);
    }
    return look;
  }

  /** Trees, things and creatures near enough to be seen. */
  #boards(here: { x: number; y: number }, base: [number, number], dx: number, dy: number, eyeZ: number, focal: number, horizon: number, width: number): void {
    const { terrain, atlas, actors, fog } = this.#stage;
    const board = (x: number, y: number, z: number, id: number, scale: number, nearest = 0.3) => {
      const sprite = atlas.sprites[id];
      const [ox, oy] = [x - here.x, y - here.y];
      const far = ox * dx + oy * dy;
      if (!sprite || far < nearest || far > FAR) return;
      const across = -ox * dy + oy * dx;
      // Sprites are drawn 64 pixels to a tile, whose diagonal that is.
      const size = (focal / far) * (scale / 45);
      const mx = width / 2 + (across * focal) / far;
      const foot = horizon + ((eyeZ - z * RISE) * focal) / far;
      const left = mx - sprite.ax * size;
      if (left > width || left + sprite.width * size < 0) return;
      this.#push(left, left + sprite.width * size, foot - sprite.ay * size, foot + (sprite.height - sprite.ay) * size, 2, far, 0, 1, x - base[0], y - base[1], 0, sprite.layer, sprite.u0, sprite.v0, sprite.u1, sprite.v1, 1, 1, 1, 1);
    };
    const reach = 14;
    for (let cy = (base[1] - reach) >> 5; cy <= (base[1] + reach) >> 5; cy++) for (let cx = (base[0] - reach) >> 5; cx <= (base[0] + reach) >> 5; cx++) {
      const chunk = terrain.chunk(cx, cy);
      if (!chunk?.dress) continue;
      const { tall, tallAt } = chunk.dress;
      for (let i = 0; i < SIDE * SIDE; i++) {
        if (tallAt[i] === tallAt[i + 1] || (fog && !chunk.known[i])) continue;
        const x = cx * SIDE + (i & 31);
        const y = cy * SIDE + (i >> 5);
        if (Math.abs(x - base[0]) > reach || Math.abs(y - base[1]) > reach) continue;
        for (let k = tallAt[i]! * ITEM; k < tallAt[i + 1]! * ITEM; k += ITEM) {
          if (tall[k]! & NIGHT) continue;
          // Reeds and flowers stand to one's knees, and one looks over those at one's feet; trees stand over one.
          const low = (atlas.sprites[tall[k + 1]!]?.height ?? 0) < 56;
          board(x + tall[k + 2]!, y + tall[k + 3]!, terrain.height(x, y), tall[k + 1]!, tall[k + 5]! * (low ? 0.7 : 1.5), low ? 1.1 : 0.3);
        }
      }
    }
    for (const actor of actors) board(actor.x, actor.y, actor.z, actor.sprite, (actor.scale ?? 1) * 1.1);
  }

  #draw(here: { x: number; y: number }, base: [number, number], eyeZ: number, focal: number, horizon: number): void {
    const stage = this.#stage;
    const { gl, canvas } = stage.painter;
    const began = performance.now();
    const data = this.#data.subarray(0, this.#count * STRIDE);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
    stage.timing.upload = performance.now() - began;
    stage.painter.figures.sprites = this.#count;
    stage.painter.figures.bytes += data.byteLength;
    const n = stage.night;
    const indoors = stage.terrain.grounds.some((g) => g.name === 'room' || g.name === 'floor');
    const haze: [number, number, number] = indoors ? [0.05, 0.055, 0.07] : [0.72 * (1 - n) + 0.05 * n, 0.82 * (1 - n) + 0.07 * n, 0.88 * (1 - n) + 0.14 * n];
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(...haze, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.disable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
    gl.useProgram(this.#program);
    gl.bindVertexArray(this.#array);
    const at = (name: string) => gl.getUniformLocation(this.#program, name);
    gl.uniform2f(at('view'), canvas.width, canvas.height);
    gl.uniform2f(at('eye'), here.x - base[0], here.y - base[1]);
    gl.uniform2f(at('seat'), base[0] & 1023, base[1] & 1023);
    gl.uniform1f(at('eye_z'), eyeZ);
    gl.uniform1f(at('focal'), focal);
    gl.uniform1f(at('horizon'), horizon);
    gl.uniform3f(at('haze'), ...haze);
    stage.painter.lights({ base, night: n, lights: stage.lights } as unknown as Frame, at);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, stage.painter.atlasTexture);
    gl.uniform1i(at('atlas'), 0);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.#count);
    gl.disable(gl.DEPTH_TEST);
    gl.bindVertexArray(null);
    stage.painter.figures.calls++;
    stage.timing.draw = performance.now() - began;
  }
}
