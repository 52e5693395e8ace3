/** Files out and in, as a user would do it; wrong ones are answered with a sentence. */
import { readFileSync, writeFileSync, mkdtempSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Download, Page } from 'playwright-core';
import { drawn, first, open, picture, title } from './browser';
import { serve } from './serve';

let url = '';
let server: Server;
beforeAll(async () => ({ url, server } = await serve()));
afterAll(() => void server.close());
const folder = mkdtempSync(join(tmpdir(), 'studio-files-'));

async function saved(download: Download): Promise<{ name: string; bytes: Buffer; path: string }> {
  // Several formats come with a picture of the same name.
  const path = join(mkdtempSync(join(folder, 'saved-')), download.suggestedFilename());
  await download.saveAs(path);
  return { name: download.suggestedFilename(), bytes: readFileSync(path), path };
}
const pick = (page: Page, path: string) => page.setInputFiles('input[type=file]', path);

test('every format is saved, for the game master and for players', async () => {
  const { page, context, errors } = await open(url);
  await first(page);
  const name = (await title(page))!;
  // LDtk has a field of that name in every layer: what must not be there is the seed itself.
  const seed = (await page.locator('.seedbar .seed b').textContent())!;
  await page.click('[aria-label="Export"]');
  const begins: Record<string, string> = { png: '\x89PNG', svg: '<svg', pdf: '%PDF', uvtt: '{', tmx: '<?xml', tmj: '{', ldtk: '{', json: '{', zip: 'PK', txt: '', md: '#' };
  for (const whom of ['Game master', 'Players']) {
    await page.click(`dialog label:has-text("${whom}")`);
    const boxes = page.locator('dialog .fmt input:not([disabled])');
    const files: { name: string; bytes: Buffer }[] = [];
    const done: Promise<void>[] = [];
    const take = (d: Download) => void done.push(saved(d).then((f) => void files.push(f)));
    page.on('download', take);
    for (const box of await boxes.all()) await box.check();
    await page.click('dialog .ftr .main');
    await page.waitForFunction(() => !document.querySelector<HTMLButtonElement>('dialog .ftr .main')?.disabled, undefined, { timeout: 90_000 });
    await expect.poll(async () => (await Promise.all(done), files.length), { timeout: 60_000 }).toBeGreaterThanOrEqual(await boxes.count());
    page.off('download', take);
    for (const file of files) {
      const ending = file.name.split('.').pop()!;
      expect(file.bytes.length, file.name).toBeGreaterThan(40);
      expect(file.bytes.toString('latin1').startsWith(begins[ending] ?? ''), `${file.name} begins as it should`).toBe(true);
      if (whom === 'Players') for (const word of [seed, '"recipe"', '"maker"']) if (!['png', 'zip', 'pdf'].includes(ending)) expect(file.bytes.toString().includes(word), `${word} in ${file.name}`).toBe(false);
    }
    if (whom === 'Game master') expect(files.some((f) => f.name.endsWith('.json') && f.bytes.toString().includes(name))).toBe(true);
  }
  expect(errors).toEqual([]);
  await context.close();
}, 240_000);

test('a saved map opens again and is the same; one of another program opens too', async () => {
  const { page, context, errors } = await open(url);
  await first(page);
  const wanted = await picture(page);
  await page.click('[aria-label="Export"]');
  await page.uncheck('#fmt-png');
  const paths: Record<string, string> = {};
  for (const id of ['json', 'watabou']) {
    await page.check(`#fmt-${id}`);
    const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), page.click('dialog .ftr .main')]);
    paths[id] = (await saved(download)).path;
    await page.uncheck(`#fmt-${id}`);
  }
  await page.keyboard.press('Escape');
  await page.locator('.sheet').focus();
  await page.keyboard.press('g');
  await expect.poll(() => picture(page), { timeout: 30_000 }).not.toBe(wanted);
  await pick(page, paths.json!);
  await expect.poll(() => picture(page), { timeout: 60_000 }).toBe(wanted);
  await pick(page, paths.watabou!);
  await expect.poll(() => picture(page), { timeout: 60_000 }).not.toBe(wanted);
  await drawn(page);
  expect(errors).toEqual([]);
  await context.close();
}, 180_000);

test('wrong, old, cut and hostile files are answered with a sentence; the map before stays', async () => {
  const { page, context, errors } = await open(url);
  await first(page);
  const before = await picture(page);
  const plan = (map: unknown) => JSON.stringify({ mapkiln: 'plan', version: 1, map });
  const files: Record<string, string> = {
    'empty.json': '',
    'cut.json': '{"mapkiln":"plan","version":1,"map":{"ti',
    'newer.json': '{"mapkiln":"plan","version":99,"map":{}}',
    'other.json': '{"mapkiln":"sandwich","version":1,"map":{}}',
    'deep.json': `{"mapkiln":"plan","version":1,"map":${'['.repeat(50_000)}`,
    'huge.json': plan({ levels: [{ width: 2_000_000_000, height: 2_000_000_000 }] }),
    'negative.json': plan({ levels: [{ width: -5, height: -5, rooms: [{ id: 0, outline: { rect: { x: 1, y: 1, width: -3, height: 2 } } }] }] }),
    'studio.json': '{"mapkiln":"studio","steps":"<script>"}',
    'noise.zip': 'PK\u0003\u0004 nothing',
    'picture.json': '\u0000\u0001\u0002',
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    writeFileSync(path, text);
    await pick(page, path);
    const notice = page.locator('.notice');
    await notice.waitFor({ timeout: 30_000 });
    expect(((await notice.textContent()) ?? '').length, name).toBeGreaterThan(20);
    expect(await picture(page), name).toBe(before);
    await page.locator('.notice [aria-label="Close"]').click();
  }
  expect(errors).toEqual([]);
  await context.close();
}, 180_000);

test('wrong, old, cut and hostile links say what is wrong', async () => {
  const pack = async (data: string | Uint8Array) => {
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
    const packed = new Uint8Array(await new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream('deflate-raw') as never)).arrayBuffer());
    const text = Buffer.from(packed).toString('base64url');
    let sum = 7;
    for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) >>> 0;
    return `#1.${text}.${(sum % 46656).toString(36).padStart(3, '0')}`;
  };
  const links = [
    '#1.', '#99.abc.000', '#nonsense', '#map=nobody', '#1.%00%00.000',
    await pack('{}'), await pack('[]'), await pack('{"spec":{"maker":"<img src=x onerror=alert(1)>"},"seed":"a"}'),
    await pack('{"spec":{"maker":"dungeon","rooms":[900000,900000]},"seed":"a"}'), await pack('{"spec":{"maker":"catan"},"seed":"a"}'),
    await pack('{"spec":{"maker":"dungeon"},"seed":"a","edits":[{"do":"explode"}]}'),
    await pack(new Uint8Array(4_000_000)),
    await pack('{"__proto__":{"x":1},"spec":{"maker":"dungeon","__proto__":{"y":1}},"seed":5}'),
  ];
  const { page, context, errors } = await open(url);
  await page.waitForSelector('.tile.big:not([disabled])', { timeout: 60_000 });
  for (const link of links) {
    await page.goto('about:blank');
    await page.goto(url + link);
    await page.waitForSelector('.home, .sheet', { timeout: 20_000 });
    await page.waitForTimeout(600);
    // Either a sentence, or the page as if there had been no link; never an open map, never a blank page.
    expect(await page.locator('.home').count(), link.slice(0, 60)).toBe(1);
    expect((await page.locator('[role=alert]').textContent())?.length, link.slice(0, 60)).toBeGreaterThan(20);
  }
  // Into the address of an open map: it stays, with its address, and it is said.
  await page.goto('about:blank');
  await page.goto(url);
  await first(page);
  await page.locator('.sheet').focus();
  await page.keyboard.press('g');
  await expect.poll(() => page.url(), { timeout: 30_000 }).toContain('#map=');
  const [address, before] = [page.url(), await picture(page)];
  for (const link of links.slice(0, 5)) {
    await page.evaluate((fragment) => { location.hash = fragment; }, link);
    await expect.poll(() => page.locator('[role=alert]').textContent(), { timeout: 20_000 }).toContain('does not open');
    expect(await picture(page), link).toBe(before);
    expect(page.url(), link).toBe(address);
    await page.click('.notice [aria-label="Close"]');
  }
  expect(errors).toEqual([]);
  await context.close();
}, 180_000);
