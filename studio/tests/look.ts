/** Pictures of every screen, to be looked at: `npx vite-node tests/look.ts FOLDER`. */
import { mkdir } from 'node:fs/promises';
import { open, phone, wide } from './browser';
import { serve } from './serve';

const folder = process.argv[2] ?? 'tests/pictures';
await mkdir(folder, { recursive: true });
const only = process.argv[3];
const { url, server } = await serve();
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function tour(name: string, options: Parameters<typeof open>[1]): Promise<void> {
  if (only && !name.includes(only)) return;
  const began = Date.now();
  const { page, context, errors } = await open(url, options);
  const small = options?.size === phone;
  const shot = (step: string) => page.screenshot({ path: `${folder}/${name}-${step}.png` });
  try {
    await page.waitForSelector('.tile.big .pic img', { timeout: 60_000 });
    console.log(name, 'first map after', Date.now() - began, 'ms');
    await page.waitForFunction(() => document.querySelectorAll('.tile .pic img').length >= 7, undefined, { timeout: 120_000 });
    await wait(300);
    await shot('home');
    await page.click('.tile.big');
    await page.waitForSelector('.lay-numbers', { state: 'attached', timeout: 60_000 });
    await wait(400);
    await shot('make');
    if (small) await page.click('[role=tab] >> nth=1');
    else await page.keyboard.press('2');
    await wait(200);
    await page.click('.rooms li button >> nth=2');
    await wait(400);
    await shot('rooms');
    await page.click('[role=tab] >> nth=2');
    await wait(200);
    if (!small) {
      for (let i = 0; i < 3; i++) await page.click('[aria-label="Step after"], [aria-label="Próximo passo"]');
      await wait(200);
    }
    await shot('check');
    if (!small) {
      await page.keyboard.press('l');
      await wait(200);
      await shot('legend');
      await page.keyboard.press('l');
      await page.keyboard.press('s');
      await page.waitForSelector('.cnd', { timeout: 60_000 });
      await wait(600);
      await shot('six');
      await page.keyboard.press('Escape');
      await wait(200);
      await page.click('[aria-label="How it came about (H)"], [aria-label="Como ficou assim (H)"]');
      await wait(2500);
      for (let i = 0; i < 4; i++) { await page.click('.curve [aria-label="Step after"], .curve [aria-label="Próximo passo"]'); await wait(500); }
      await shot('film');
      await page.click('.curve .quiet');
      await wait(300);
      await page.keyboard.press('Control+k');
      await wait(200);
      await page.keyboard.type('key');
      await wait(200);
      await shot('palette');
      await page.keyboard.press('Escape');
    }
    await page.click('[aria-label="Share"], [aria-label="Compartilhar"]');
    await wait(800);
    await shot('share');
    await page.keyboard.press('Escape');
    if (!small) {
      await page.click('[aria-label="Export"], [aria-label="Exportar"]');
      await wait(6000);
      await shot('export');
      await page.keyboard.press('Escape');
      await page.click('[aria-label="Table"], [aria-label="Mesa"]');
      await wait(1500);
      const players = await context.newPage();
      await players.setViewportSize(wide);
      await players.goto(`${url}table.html`);
      await wait(800);
      await shot('table');
      await players.screenshot({ path: `${folder}/${name}-players.png` });
    }
    if (small) {
      await page.click('[aria-label="Table"], [aria-label="Mesa"]').catch(() => console.log(name, 'no table at hand'));
      await wait(1500);
      await shot('table');
    }
    for (const [room, fragment] of [['explore', '#explore?set=delta&seed=look'], ['play', '#play?seed=look']] as const) {
      await page.goto('about:blank');
      await page.goto(`${url}${fragment}`);
      await page.waitForSelector('main canvas:is([data-ready=yes], [data-status=playing])', { state: 'attached', timeout: 60_000 });
      await wait(3000);
      await shot(room);
    }
  } catch (problem) {
    console.log(name, 'stopped:', String(problem).split('\n').slice(0, 3).join(' '));
    await shot('stopped');
  }
  console.log(name, 'errors:', errors);
  await context.close();
}

await tour('wide', {});
await tour('phone', { size: phone, touch: true });
await tour('dark', { dark: true, locale: 'pt-BR' });
server.close();
