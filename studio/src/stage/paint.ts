/** Simple sprites under the names of the atlas, for what the atlas lacks. */
import { Atlas, type AtlasIndex } from './atlas';

const SIDE = 1024;

export function standIns(): Atlas {
  const canvas = new OffscreenCanvas(SIDE, SIDE);
  const c = canvas.getContext('2d')!;
  const frames: AtlasIndex['frames'] = {};
  let x = 2;
  let y = 2;
  let row = 0;
  const add = (name: string, w: number, h: number, ax: number, ay: number, draw: () => void) => {
    if (x + w + 2 > SIDE) { x = 2; y += row + 2; row = 0; }
    c.save();
    c.translate(x, y);
    draw();
    c.restore();
    frames[name] = { frame: { x, y, w, h }, anchor: { x: ax / w, y: ay / h } };
    x += w + 2;
    row = Math.max(row, h);
  };
  const blob = (cx: number, cy: number, r: number, colour: string) => { c.fillStyle = colour; c.beginPath(); c.arc(cx, cy, r, 0, 7); c.fill(); };
  const soils: Record<string, string> = { deep: '#3f7fa8', water: '#5aa0c4', mud: '#a9a37a', sand: '#e8d6a2', paving: '#e6e2d6', planks: '#b98d57', earth: '#b08d62', road: '#d9bf8c', grass: '#9cc069', field: '#d8c56a', wood: '#86a95a', hill: '#b3ad72', stone: '#b9b6ac', snow: '#eef3f7' };
  for (const [soil, colour] of Object.entries(soils)) for (let m = 1; m < 16; m++) add(`ground/${soil}/m${String(m).padStart(2, '0')}/v0`, 64, 32, 32, 16, () => {
    c.beginPath(); c.rect(0, 0, 64, 32); c.clip();
    c.transform(32, 16, -32, 16, 32, 0);
    c.fillStyle = colour;
    if (m === 15) c.fillRect(-0.2, -0.2, 1.4, 1.4);
    else for (const [bit, px, py] of [[1, -0.2, -0.2], [2, 0.5, -0.2], [4, 0.5, 0.5], [8, -0.2, 0.5]] as const) if (m & bit) c.fillRect(px, py, 0.7, 0.7);
  });
  for (const kind of ['round', 'conifer']) add(`tree/${kind}/v0`, 44, 60, 22, 56, () => {
    c.fillStyle = '#6b4a2a'; c.fillRect(20, 36, 5, 20);
    if (kind === 'round') { blob(22, 24, 18, '#4d8a3a'); blob(18, 19, 12, '#6fae52'); }
    else { c.fillStyle = '#3f7f4c'; c.beginPath(); c.moveTo(22, 0); c.lineTo(38, 48); c.lineTo(6, 48); c.fill(); }
  });
  add('bush', 22, 16, 11, 13, () => { blob(8, 9, 7, '#5f9f45'); blob(14, 8, 6, '#77b257'); });
  add('rock', 22, 16, 11, 13, () => { blob(11, 9, 7, '#8f8d88'); blob(9, 7, 4, '#b9b6ac'); });
  add('flowers', 18, 10, 9, 6, () => { for (const [px, py, k] of [[3, 4, '#fff3c4'], [9, 2, '#f3a6b5'], [14, 6, '#fff3c4']] as const) blob(px, py, 1.6, k); });
  add('obstacle', 44, 40, 22, 32, () => { blob(22, 24, 15, '#7b7a80'); blob(18, 18, 10, '#a3a2a6'); });
  add('house', 60, 60, 30, 50, () => { c.fillStyle = '#ead9bb'; c.fillRect(8, 26, 44, 26); c.fillStyle = '#b4563d'; c.beginPath(); c.moveTo(2, 28); c.lineTo(30, 4); c.lineTo(58, 28); c.fill(); });
  for (const name of ['chest', 'key', 'exit', 'stairs', 'light', 'trap', 'pillar', 'rubble', 'door', 'door-open']) add(`thing/${name}`, 28, 40, 14, 34, () => { c.fillStyle = name === 'chest' ? '#c98a2e' : name === 'key' ? '#f2cf5a' : name === 'exit' ? '#5cc27c' : name.startsWith('door') ? '#8a5a2b' : '#9fa4ad'; c.fillRect(4, name === 'pillar' || name === 'door' ? 0 : 18, 20, name === 'pillar' || name === 'door' ? 34 : 16); });
  for (const way of ['se', 'sw', 'ne', 'nw']) for (let f = 0; f < 5; f++) add(`walker/${way}/${f}`, 24, 40, 12, 37, () => { blob(12, 9, 6, way.startsWith('n') ? '#6b4528' : '#e7bd94'); c.fillStyle = '#3f6fa8'; c.fillRect(6, 14, 12, 16); c.fillStyle = '#3a2c22'; c.fillRect(7 + (f % 2), 30, 4, 8); c.fillRect(13 - (f % 2), 30, 4, 8); });
  for (const kind of ['humanoid', 'boss']) add(`creature/${kind}`, 28, 42, 14, 38, () => { blob(14, 10, 7, kind === 'boss' ? '#8a3550' : '#b0432f'); c.fillStyle = kind === 'boss' ? '#5a2038' : '#7d2b20'; c.fillRect(6, 16, 16, 20); });
  add('shadow', 32, 16, 14, 8, () => { c.scale(1, 0.5); blob(16, 16, 13, '#ffffff'); });
  const atlas = new Atlas();
  atlas.add({ frames, meta: { image: '', size: { w: SIDE, h: SIDE }, scale: 1 } }, canvas.transferToImageBitmap());
  return atlas.seal();
}
