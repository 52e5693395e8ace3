/** A small map of what was seen, a pixel or more a cell. */
import { soilNames } from './dress';
import { OUTSIDE, SIDE, type Terrain } from './terrain';

const colours: Record<string, [number, number, number]> = {
  deep: [63, 127, 168], water: [90, 160, 196], mud: [169, 163, 122], sand: [232, 214, 162], paving: [205, 189, 157], planks: [185, 141, 87],
  earth: [176, 141, 98], road: [217, 191, 140], grass: [156, 192, 105], field: [216, 197, 106], wood: [95, 150, 70], hill: [179, 173, 114],
  stone: [140, 138, 132], snow: [238, 243, 247],
};

export interface Dot { x: number; y: number; colour: string; size: number }

export function minimap(canvas: HTMLCanvasElement, terrain: Terrain, at: { x: number; y: number }, seen: (x: number, y: number) => boolean, fog: boolean, dots: Dot[], cell = 2): void {
  const c = canvas.getContext('2d');
  if (!c) return;
  const across = Math.floor(canvas.width / cell);
  const down = Math.floor(canvas.height / cell);
  const image = c.createImageData(across, down);
  const left = at.x - (across >> 1);
  const top = at.y - (down >> 1);
  const names = terrain.grounds.map((g) => colours[soilNames(g.name)] ?? colours.grass!);
  for (let y = 0; y < down; y++) for (let x = 0; x < across; x++) {
    const chunk = terrain.chunk((left + x) >> 5, (top + y) >> 5);
    const i = ((top + y) & 31) * SIDE + ((left + x) & 31);
    const g = chunk ? chunk.ground[i]! : OUTSIDE;
    if (!chunk || g === OUTSIDE || (fog && !chunk.known[i])) continue;
    const [r, gr, b] = terrain.isWall(left + x, top + y) ? [88, 84, 92] : names[g]!;
    const light = !fog || seen(left + x, top + y) ? 1 : 0.6;
    const o = (y * across + x) * 4;
    image.data[o] = r * light;
    image.data[o + 1] = gr * light;
    image.data[o + 2] = b * light;
    image.data[o + 3] = 255;
  }
  c.imageSmoothingEnabled = false;
  c.clearRect(0, 0, canvas.width, canvas.height);
  const small = new OffscreenCanvas(across, down);
  small.getContext('2d')?.putImageData(image, 0, 0);
  c.drawImage(small, 0, 0, across * cell, down * cell);
  for (const dot of dots) {
    c.fillStyle = dot.colour;
    c.fillRect((dot.x - left) * cell - dot.size / 2 + cell / 2, (dot.y - top) * cell - dot.size / 2 + cell / 2, dot.size, dot.size);
  }
}
