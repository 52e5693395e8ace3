/** Without a network, with a new version, without the module: the page stays whole. */
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { drawn, first, open, picture, title } from './browser';
import { serve } from './serve';

let url = '';
let server: Server;
/** Another version of the page is the same with another name in its service worker. */
let version = '';
beforeAll(async () => ({ url, server } = await serve({ change: (file, text) => (file === 'sw.js' && version ? Buffer.from(text.toString().replace(/const version = '[^']*'/, `const version = '${version}'`)) : text) })));
afterAll(() => void server.close());

/** Until this version is kept, with what comes late. */
async function kept(page: Page): Promise<void> {
  // A cache lists a file before its last byte has come, so its names alone say nothing.
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const done = new Promise((resolve) => (port1.onmessage = resolve));
    active?.postMessage('complete', [port2]);
    await done;
  });
  expect(await page.evaluate(async () => {
    const [name] = await caches.keys();
    const files = name ? (await (await caches.open(name)).keys()).map((request) => request.url) : [];
    return [/everything_bg[^/]*\.wasm$/, /dungeon_bg[^/]*\.wasm$/, /atlas[^/]*\.png$/, /atlas[^/]*\.json$/].every((file) => files.some((at) => file.test(at)));
  })).toBe(true);
}

test('it works in a train: opened again without a network, and every file can be written', async () => {
  const { page, context, errors } = await open(url);
  await first(page);
  await kept(page);
  await context.setOffline(true);
  await page.goto('about:blank');
  await page.goto(url);
  await first(page);
  expect((await title(page))?.length).toBeGreaterThan(3);
  await page.click('[aria-label="Export"]');
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), page.click('dialog .ftr .main')]);
  expect(download.suggestedFilename()).toMatch(/\.png$/);
  await page.keyboard.press('Escape');
  await page.goto('about:blank');
  await page.goto(`${url}#explore?set=meadow&seed=train`);
  await page.waitForSelector('main canvas[data-ready=yes]', { state: 'attached', timeout: 60_000 });
  expect(errors).toEqual([]);
  await context.close();
}, 180_000);

test('a new version is offered, waits for every tab, and is never mixed with the old one', async () => {
  const { page, context, errors } = await open(url);
  await first(page);
  await kept(page);
  await page.reload();
  await first(page);
  await page.locator('.sheet').focus();
  await page.keyboard.press('g');
  await expect.poll(() => page.locator('.status').textContent(), { timeout: 30_000 }).toContain('Kept on this device');
  const mine = await picture(page);
  const other = await context.newPage();
  await other.goto(url);
  await first(other);
  await other.evaluate(() => Object.assign(globalThis, { old: true }));
  await page.bringToFront();
  version = 'newer';
  await page.evaluate(() => navigator.serviceWorker.ready.then((registration) => registration.update()));
  await expect.poll(() => page.locator('.notice').textContent(), { timeout: 60_000 }).toContain('A new version is ready');
  // Nothing happens before somebody agrees.
  expect(await page.evaluate(() => caches.keys().then((names) => names.length))).toBe(2);
  await Promise.all([page.waitForEvent('load', { timeout: 60_000 }), page.click('.notice .main')]);
  await drawn(page);
  await expect.poll(() => picture(page), { timeout: 30_000 }).toBe(mine);
  expect(await page.evaluate(() => caches.keys())).toEqual(['mapkiln-newer']);
  // The other tab goes on with the new version as soon as somebody looks at it.
  await other.bringToFront();
  await expect.poll(() => other.evaluate(() => 'old' in globalThis).catch(() => true), { timeout: 30_000 }).toBe(false);
  await other.waitForSelector('.home, .sheet', { timeout: 30_000 });
  version = '';
  expect(errors).toEqual([]);
  await context.close();
}, 180_000);

test('on reload the kept picture is there before the module, in the same place', async () => {
  const { page, context, errors } = await open(url);
  await first(page);
  await page.locator('.sheet').focus();
  await page.keyboard.press('g');
  await expect.poll(() => page.locator('.status').textContent(), { timeout: 30_000 }).toContain('Kept on this device');
  const place = () => page.locator('.sheet .lay-numbers').first().boundingBox();
  const before = (await place())!;
  // The module is held back: what shows now comes from the shelf.
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.unrouteAll();
  await context.route(/_bg.*\.wasm/, async (route) => { await held; await route.continue(); });
  await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => Promise.all(all.map((one) => one.unregister()))));
  await page.addInitScript(() => {
    const look = () => document.querySelector('.sheet .lay-numbers') ? Object.assign(globalThis, { shownAt: performance.now() }) : requestAnimationFrame(look);
    look();
  });
  await page.reload();
  await drawn(page);
  const after = (await place())!;
  expect(Math.abs(after.x - before.x) + Math.abs(after.y - before.y)).toBeLessThan(3);
  release();
  await expect.poll(() => page.locator('.status .ok').count(), { timeout: 30_000 }).toBe(1);
  // Holding a file back delays every other one, so the time is taken without that.
  await context.unrouteAll();
  await page.reload();
  await drawn(page);
  const shown = await page.evaluate(() => (globalThis as unknown as { shownAt: number }).shownAt);
  console.log(`the kept picture is on screen ${Math.round(shown)} ms after a reload`);
  expect(errors).toEqual([]);
  await context.close();
}, 120_000);

test('a worker that is lost is replaced: the map stays, and it is said', async () => {
  const { page, context, errors } = await open('about:blank');
  await page.addInitScript(() => {
    const all: Worker[] = [];
    Object.assign(globalThis, { all });
    globalThis.Worker = class extends Worker { constructor(...words: ConstructorParameters<typeof Worker>) { super(...words); all.push(this); } };
  });
  await page.goto(url);
  await first(page);
  const before = await picture(page);
  await page.evaluate(() => (globalThis as unknown as { all: Worker[] }).all.forEach((worker) => worker.dispatchEvent(new ErrorEvent('error'))));
  await expect.poll(() => page.locator('.notice').textContent(), { timeout: 20_000 }).toContain('The maker stopped');
  expect(await picture(page)).toBe(before);
  await page.locator('.sheet').focus();
  await page.keyboard.press('g');
  await expect.poll(() => picture(page), { timeout: 30_000 }).not.toBe(before);
  expect(errors).toEqual([]);
  await context.close();
});
