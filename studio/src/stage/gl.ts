/** Draws the list with WebGL2: one program, one batch, one call. */
import type { Atlas } from './atlas';
import { STRIDE_BYTES, type List } from './list';
import type { Projection } from './projection';

/** Cells of the fog texture in each direction; it repeats, so the world has no end. */
export const FOG = 256;
export const MOST_LIGHTS = 24;

export interface Light { x: number; y: number; radius: number; strength: number }

export interface Frame {
  projection: Projection;
  /** The point of the screen (before zoom) in the middle of the canvas. */
  camera: [number, number];
  zoom: number;
  /** The cell that places in the list are counted from. */
  base: [number, number];
  /** 0 day to 1 night. */
  night: number;
  lights: Light[];
  /** Hide what was never seen, and dim what is not seen now? */
  fog: boolean;
  /** Does the polygon say what is seen on the ground, instead of cells? */
  polygon: { from: [number, number]; side: number } | null;
  seconds: number;
  background: [number, number, number];
}

const VERTEX = `#version 300 es
precision highp float;
layout(location=0) in vec2 corner;
layout(location=1) in vec2 at;
layout(location=2) in vec4 more;
layout(location=3) in vec4 uvs;
layout(location=4) in vec2 place;
layout(location=5) in uvec4 kind;
layout(location=6) in vec4 tint;
layout(location=7) in vec4 bounds;
uniform vec2 e1, e2, camera, half_view;
uniform float zoom, lift;
out vec2 uv; out vec2 world; out vec4 colour; out float shade;
flat out uvec4 what; flat out vec4 inside;
void main() {
  vec2 p = at; world = place; shade = 0.0;
  uv = mix(uvs.xy, uvs.zw, corner);
  if (kind.x == 0u) p += corner * more.xy - more.zw;
  else if (kind.x == 1u) {
    // A part of a cell: the picture is a diamond, from its north corner along both axes.
    vec2 part = corner * more.xy;
    vec2 wide = part + (corner - 0.5) * 0.012;
    p += e1 * wide.x + e2 * wide.y;
    world += part;
    // A little in from the edge, whose pixels are soft.
    vec2 q = 0.5 + (more.zw + part - 0.5) * 0.98;
    vec2 size = uvs.zw - uvs.xy;
    uv = vec2(uvs.x + size.x * (0.5 + (q.x - q.y) * 0.5), uvs.y + size.y * (q.x + q.y) * 0.5);
  } else if (kind.x == 2u) { p += e1 * corner.x * more.x + vec2(0.0, corner.y * more.y); world.x += corner.x; shade = corner.y; }
  else if (kind.x == 3u) { p += e2 * corner.x * more.x + vec2(0.0, corner.y * more.y); world.y += corner.x; shade = corner.y; }
  else {
    vec2 d = more.xy; vec2 n = normalize(vec2(-d.y, d.x) + vec2(1e-6, 0.0)) * more.z / zoom;
    p += d * corner.x + n * (corner.y - 0.5);
  }
  vec2 s = (p - camera) * zoom / half_view;
  gl_Position = vec4(s.x, -s.y, 0.0, 1.0);
  colour = tint; what = kind; inside = bounds;
}`;

export const LIGHTING = `
uniform float night;
uniform vec4 lights[${MOST_LIGHTS}];
uniform int light_count;
vec3 lit(vec3 c, vec2 at) {
  if (night <= 0.0) return c;
  float l = 0.0;
  for (int i = 0; i < ${MOST_LIGHTS}; i++) {
    if (i >= light_count) break;
    vec2 d = at - lights[i].xy;
    float t = clamp(1.0 - dot(d, d) / (lights[i].z * lights[i].z), 0.0, 1.0);
    l = max(l, lights[i].w * t * t);
  }
  float grey = dot(c, vec3(0.3, 0.59, 0.11));
  vec3 dark = mix(c, vec3(grey), 0.45) * vec3(0.34, 0.42, 0.60) + vec3(0.01, 0.02, 0.06);
  vec3 warm = c * vec3(1.0, 0.86, 0.66);
  return mix(c, mix(dark, warm, min(0.85, l)), night);
}`;

const FRAGMENT = `#version 300 es
precision highp float;
in vec2 uv; in vec2 world; in vec4 colour; in float shade;
flat in uvec4 what; flat in vec4 inside;
uniform highp sampler2DArray atlas;
uniform sampler2D fog, sight;
uniform vec2 fog_base, sight_from;
uniform float sight_side, seconds;
uniform bool fog_on, polygon_on;
uniform vec3 background;
out vec4 result;
${LIGHTING}
void main() {
  vec4 c = (what.y & 1u) != 0u ? vec4(1.0) : texture(atlas, vec3(uv, float(what.z)), what.x == 1u ? -1.0 : 0.0);
  // The lowest ground has no holes, however far away it is seen from.
  if ((what.y & 8u) != 0u) c = vec4(c.rgb / max(c.a, 0.05), 1.0);
  c *= vec4(colour.rgb * colour.a, colour.a);
  // Diamonds are trimmed in the atlas: beyond a picture's own pixels lies another one.
  if ((what.y & 9u) == 0u && (any(lessThan(uv, inside.xy)) || any(greaterThan(uv, inside.zw)))) discard;
  if (c.a < 0.004) discard;
  if ((what.y & 4u) != 0u) { result = c; return; }
  c.rgb *= 1.0 - shade * 0.22;
  vec3 rgb = c.rgb / max(c.a, 0.001);
  if ((what.y & 2u) == 0u) rgb = lit(rgb, world);
  if (fog_on && (what.y & 2u) == 0u) {
    vec2 m = texture(fog, (world + fog_base) / ${FOG}.0).rg;
    float known = smoothstep(0.45, 0.95, m.r);
    float seen = smoothstep(0.25, 0.75, m.g);
    if (polygon_on && what.x == 1u) {
      vec2 q = (world - sight_from) / sight_side;
      seen = all(greaterThan(q, vec2(0.0))) && all(lessThan(q, vec2(1.0))) ? texture(sight, q).r : 0.0;
      known = max(known, seen);
    }
    float grey = dot(rgb, vec3(0.3, 0.59, 0.11));
    vec3 past = mix(vec3(grey), rgb, 0.45) * vec3(0.50, 0.52, 0.60);
    rgb = mix(past, rgb, seen);
    rgb = mix(background, rgb, known);
  }
  result = vec4(rgb * c.a, c.a);
}`;

const SIGHT_VERTEX = `#version 300 es
layout(location=0) in vec2 at;
void main() { gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0); }`;
const SIGHT_FRAGMENT = `#version 300 es
precision mediump float;
out vec4 result;
void main() { result = vec4(1.0); }`;

const SIGHT_PIXELS = 512;

export interface Figures { calls: number; sprites: number; bytes: number }

export class Painter {
  readonly gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #sightProgram: WebGLProgram;
  readonly #places = new Map<string, WebGLUniformLocation | null>();
  readonly #array: WebGLVertexArrayObject;
  readonly #instances: WebGLBuffer;
  readonly #sightArray: WebGLVertexArrayObject;
  readonly #sightBuffer: WebGLBuffer;
  readonly atlasTexture: WebGLTexture;
  readonly fogTexture: WebGLTexture;
  readonly #sightTexture: WebGLTexture;
  readonly #sightFrame: WebGLFramebuffer;
  #capacity = 0;
  readonly figures: Figures = { calls: 0, sprites: 0, bytes: 0 };

  constructor(readonly canvas: HTMLCanvasElement) {
    const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: true, preserveDrawingBuffer: true, powerPreference: 'high-performance' });
    if (!gl) throw new Error('no WebGL2');
    this.gl = gl;
    this.#program = program(gl, VERTEX, FRAGMENT);
    this.#sightProgram = program(gl, SIGHT_VERTEX, SIGHT_FRAGMENT);
    this.#array = gl.createVertexArray()!;
    gl.bindVertexArray(this.#array);
    const corners = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, corners);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([0, 0, 1, 0, 0, 1, 1, 1]), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    this.#instances = gl.createBuffer()!;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#instances);
    const float = (place: number, size: number, offset: number) => gl.vertexAttribPointer(place, size, gl.FLOAT, false, STRIDE_BYTES, offset);
    for (let i = 1; i <= 7; i++) {
      gl.enableVertexAttribArray(i);
      gl.vertexAttribDivisor(i, 1);
    }
    float(1, 2, 0);
    float(2, 4, 8);
    gl.vertexAttribPointer(3, 4, gl.UNSIGNED_SHORT, true, STRIDE_BYTES, 24);
    float(4, 2, 32);
    gl.vertexAttribIPointer(5, 4, gl.UNSIGNED_BYTE, STRIDE_BYTES, 40);
    gl.vertexAttribPointer(6, 4, gl.UNSIGNED_BYTE, true, STRIDE_BYTES, 44);
    gl.vertexAttribPointer(7, 4, gl.UNSIGNED_SHORT, true, STRIDE_BYTES, 48);
    this.#sightArray = gl.createVertexArray()!;
    gl.bindVertexArray(this.#sightArray);
    this.#sightBuffer = gl.createBuffer()!;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#sightBuffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.bindVertexArray(null);
    this.atlasTexture = gl.createTexture()!;
    this.fogTexture = gl.createTexture()!;
    gl.bindTexture(gl.TEXTURE_2D, this.fogTexture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RG8, FOG, FOG);
    smooth(gl, gl.TEXTURE_2D, gl.REPEAT);
    this.#sightTexture = gl.createTexture()!;
    gl.bindTexture(gl.TEXTURE_2D, this.#sightTexture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R8, SIGHT_PIXELS, SIGHT_PIXELS);
    smooth(gl, gl.TEXTURE_2D, gl.CLAMP_TO_EDGE);
    this.#sightFrame = gl.createFramebuffer()!;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#sightFrame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, this.#sightTexture, 0);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  load(atlas: Atlas): void {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, this.atlasTexture);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
    const levels = 4;
    gl.texStorage3D(gl.TEXTURE_2D_ARRAY, levels, gl.RGBA8, atlas.side, atlas.side, atlas.pages.length);
    atlas.pages.forEach((page, layer) => {
      const { width, height } = page as { width: number; height: number };
      gl.texSubImage3D(gl.TEXTURE_2D_ARRAY, 0, 0, 0, layer, width, height, 1, gl.RGBA, gl.UNSIGNED_BYTE, page);
    });
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.generateMipmap(gl.TEXTURE_2D_ARRAY);
    gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_MAX_LEVEL, levels - 1);
    gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
    gl.texParameteri(gl.TEXTURE_2D_ARRAY, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
  }

  /** Writes what is known (first byte) and seen (second) of a block of cells; blocks do not cross the texture's border. */
  fog(x: number, y: number, width: number, height: number, bytes: Uint8Array): void {
    const { gl } = this;
    gl.bindTexture(gl.TEXTURE_2D, this.fogTexture);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, x & (FOG - 1), y & (FOG - 1), width, height, gl.RG, gl.UNSIGNED_BYTE, bytes);
    this.figures.bytes += bytes.byteLength;
  }

  /** Fills the polygon of sight: a fan of corners around its first, as parts of the square. */
  sight(fan: Float32Array): void {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#sightFrame);
    gl.viewport(0, 0, SIGHT_PIXELS, SIGHT_PIXELS);
    gl.disable(gl.BLEND);
    gl.clearColor(0, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.useProgram(this.#sightProgram);
    gl.bindVertexArray(this.#sightArray);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#sightBuffer);
    gl.bufferData(gl.ARRAY_BUFFER, fan, gl.DYNAMIC_DRAW);
    gl.drawArrays(gl.TRIANGLE_FAN, 0, fan.length / 2);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    this.figures.calls++;
    this.figures.bytes += fan.byteLength;
  }

  /** Hands the list over; the drawing itself is the graphics card's. */
  upload(list: List): void {
    const { gl } = this;
    const bytes = list.bytes;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#instances);
    if (bytes.byteLength > this.#capacity) {
      this.#capacity = Math.max(bytes.byteLength * 2, 1 << 18);
      gl.bufferData(gl.ARRAY_BUFFER, this.#capacity, gl.DYNAMIC_DRAW);
    }
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, bytes);
    this.figures.sprites = list.count;
    this.figures.bytes += bytes.byteLength;
  }

  draw(frame: Frame, count: number): void {
    const { gl } = this;
    const { projection: p } = frame;
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(...frame.background, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.disable(gl.DEPTH_TEST);
    gl.useProgram(this.#program);
    gl.bindVertexArray(this.#array);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.uniform2f(this.#at('e1'), ...p.e1);
    gl.uniform2f(this.#at('e2'), ...p.e2);
    gl.uniform1f(this.#at('lift'), p.lift);
    gl.uniform2f(this.#at('camera'), ...frame.camera);
    gl.uniform2f(this.#at('half_view'), this.canvas.width / 2, this.canvas.height / 2);
    gl.uniform1f(this.#at('zoom'), frame.zoom);
    gl.uniform1f(this.#at('seconds'), frame.seconds);
    gl.uniform1i(this.#at('fog_on'), frame.fog ? 1 : 0);
    gl.uniform1i(this.#at('polygon_on'), frame.polygon ? 1 : 0);
    if (frame.polygon) {
      gl.uniform2f(this.#at('sight_from'), frame.polygon.from[0] - frame.base[0], frame.polygon.from[1] - frame.base[1]);
      gl.uniform1f(this.#at('sight_side'), frame.polygon.side);
    }
    gl.uniform2f(this.#at('fog_base'), frame.base[0] & (FOG - 1), frame.base[1] & (FOG - 1));
    gl.uniform3f(this.#at('background'), ...frame.background);
    this.lights(frame, (name) => this.#at(name));
    this.#textures(this.#program);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
    gl.bindVertexArray(null);
    this.figures.calls++;
  }

  lights(frame: Frame, at: (name: string) => WebGLUniformLocation | null): void {
    const { gl } = this;
    const few = frame.lights.slice(0, MOST_LIGHTS);
    gl.uniform1f(at('night'), frame.night);
    gl.uniform1i(at('light_count'), few.length);
    if (few.length) gl.uniform4fv(at('lights'), few.flatMap((l) => [l.x - frame.base[0], l.y - frame.base[1], l.radius, l.strength]));
  }

  #textures(of: WebGLProgram): void {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D_ARRAY, this.atlasTexture);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, this.fogTexture);
    gl.activeTexture(gl.TEXTURE2);
    gl.bindTexture(gl.TEXTURE_2D, this.#sightTexture);
    gl.activeTexture(gl.TEXTURE0);
    gl.uniform1i(gl.getUniformLocation(of, 'atlas'), 0);
    gl.uniform1i(this.#at('fog'), 1);
    gl.uniform1i(this.#at('sight'), 2);
  }

  #at(name: string): WebGLUniformLocation | null {
    let place = this.#places.get(name);
    if (place === undefined) {
      place = this.gl.getUniformLocation(this.#program, name);
      this.#places.set(name, place);
    }
    return place;
  }

  /** Gives everything back; a page that comes and goes must not collect contexts. */
  end(): void {
    this.gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

function smooth(gl: WebGL2RenderingContext, target: number, wrap: number): void {
  gl.texParameteri(target, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
  gl.texParameteri(target, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
  gl.texParameteri(target, gl.TEXTURE_WRAP_S, wrap);
  gl.texParameteri(target, gl.TEXTURE_WRAP_T, wrap);
}

export function program(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const made = gl.createProgram()!;
  for (const [kind, source] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]] as const) {
    const shader = gl.createShader(kind)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader) ?? 'shader');
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made) ?? 'program');
  return made;
}
