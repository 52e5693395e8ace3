/** The table: what players see is what their tokens see, and nothing else reaches their window. */
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import { first, open, title } from './browser';
import { serve } from './serve';

let url = '';
let server: Server;
beforeAll(async () => ({ url, server } = await serve()));
afterAll(() => void server.close());

interface Message { svg: string; seen: [number, number, number][]; known: [number, number, number][]; tokens: { at: { x: number; y: number }; letter: string }[]; black: boolean; turn: number }

/** The players' window, which keeps everything that it is sent. */
async function players(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const all: unknown[] = [];
    (globalThis as unknown as { heard: unknown[] }).heard = all;
    new BroadcastChannel('mapkiln-table').addEventListener('message', (e) => typeof e.data !== 'string' && all.push(e.data));
  });
  await page.goto(`${url}table.html`);
  return page;
}
const heard = (page: Page) => page.evaluate(() => (globalThis as unknown as { heard: Message[] }).heard);
const cells = (runs: Message['known']) => runs.reduce((sum, [, a, b]) => sum + b - a, 0);
const last = async (page: Page) => (await heard(page)).at(-1)!;

test('a whole evening: walk, open doors, light, fog, ping, hide, black out, reload; every message is read', async () => {
  const { page, context, errors } = await open(url);
  await first(page);
  const name = (await title(page)) ?? '';
  const roomNames = await (async () => { await page.click('#tab-rooms'); return page.locator('.rooms > li').allTextContents(); })();
  const theirs = await players(context);
  await page.bringToFront();
  await page.click('[aria-label="Table"]');
  await theirs.waitForSelector('svg circle', { timeout: 30_000, state: 'attached' });
  const start = await last(theirs);
  expect(cells(start.known)).toBeGreaterThan(3);
  expect(start.tokens.length).toBe(4);

  // Tokens walk by keys, and what they saw is remembered.
  const token = (await page.locator('.sheet circle[fill="#2f6f9f"]').first().boundingBox())!;
  await page.mouse.click(token.x + token.width / 2, token.y + token.height / 2);
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
  await expect.poll(async () => (await last(theirs)).tokens.find((x) => x.letter === 'A')?.at, { timeout: 15_000 }).not.toEqual(start.tokens.find((x) => x.letter === 'A')?.at);
  expect(cells((await last(theirs)).known)).toBeGreaterThanOrEqual(cells(start.known));

  // Doors open: more is seen. One of the doors near the party leads on.
  const before = cells((await last(theirs)).known);
  await page.keyboard.press('d');
  const doors = await page.evaluate(() => [...document.querySelectorAll('.sheet .lay-doors > *')].map((d) => { const r = d.getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; }).filter((a, i, all) => all.findIndex((b) => Math.hypot(a.x - b.x, a.y - b.y) < 12) === i));
  await page.click('text=Daylight');
  for (const door of doors) {
    await page.mouse.click(door.x, door.y);
    await page.waitForTimeout(250);
    if (cells((await last(theirs)).known) > before) break;
  }
  expect(cells((await last(theirs)).known)).toBeGreaterThan(before);

  // Fog by hand, over everything; then hidden again with Shift.
  await page.keyboard.press('f');
  const sheet = (await page.locator('.sheet').boundingBox())!;
  const known = cells((await last(theirs)).known);
  const paint = async () => {
    await page.mouse.move(sheet.x + 120, sheet.y + 90);
    await page.mouse.down();
    await page.mouse.move(sheet.x + sheet.width - 120, sheet.y + sheet.height - 120, { steps: 4 });
    await page.mouse.up();
  };
  await paint();
  await expect.poll(async () => cells((await last(theirs)).known), { timeout: 15_000 }).toBeGreaterThan(known);
  await page.keyboard.down('Shift');
  await paint();
  await page.keyboard.up('Shift');
  await expect.poll(async () => cells((await last(theirs)).known), { timeout: 15_000 }).toBeLessThan(known);
  await paint();
  await expect.poll(async () => (await last(theirs)).tokens.length, { timeout: 15_000 }).toBe(4);

  // A hidden token is not sent; a turn, a quarter turn, a ping, and the dark.
  await page.keyboard.press('v');
  await page.locator('.init button').first().click();
  const shownTokens = (await last(theirs)).tokens.length;
  await page.locator('label:has-text("hidden") input').check();
  await expect.poll(async () => (await last(theirs)).tokens.length, { timeout: 15_000 }).toBe(shownTokens - 1);
  await page.click('text=Next:');
  await page.click('button:has-text("Turn"):not(:has-text("Turns"))');
  await expect.poll(async () => (await last(theirs)).turn, { timeout: 15_000 }).toBe(1);
  await page.keyboard.press('g');
  await page.mouse.click(sheet.x + sheet.width / 2, sheet.y + sheet.height / 2);
  await page.keyboard.press('b');
  await expect.poll(async () => (await last(theirs)).black, { timeout: 15_000 }).toBe(true);
  expect((await last(theirs)).svg).toBe('');
  await page.keyboard.press('b');
  await expect.poll(async () => (await last(theirs)).black, { timeout: 15_000 }).toBe(false);

  // Every message, read as text: no name, no number of a room, no secret, no id, no seed.
  const all = await heard(theirs);
  const text = JSON.stringify(all).toLowerCase();
  for (const word of [name, 'seed', 'spec', 'secret', 'trap', 'numbers', 'monster', 'creature', 'treasure', 'origin', 'edits', 'maker', '"id"']) expect(text.includes(word.toLowerCase()), `${word} was sent`).toBe(false);
  for (const room of roomNames) {
    const words = /[a-zà-ú' -]{6,}/i.exec(room)?.[0]?.trim().toLowerCase();
    if (words) expect(text.includes(words), `${words} was sent`).toBe(false);
  }
  for (const message of all) expect(Object.keys(message).sort()).toEqual(['black', 'card', 'inch', 'known', 'ping', 'ruler', 'seen', 'svg', 'tokens', 'turn', 'view'].sort());
  // The window has nothing to press, keeps nothing, and knows no opener.
  expect(await theirs.locator('button, input, a, select').count()).toBe(0);
  expect(await theirs.evaluate(async () => ({ opener: window.opener, hash: location.hash }))).toEqual({ opener: null, hash: '' });

  // Either window may be reloaded.
  await theirs.reload();
  await theirs.waitForSelector('svg circle', { timeout: 30_000, state: 'attached' });
  const remembered = cells((await last(theirs)).known);
  await page.reload();
  await page.waitForSelector('.tbl .sheet', { timeout: 30_000 });
  await expect.poll(async () => page.locator('.init li').count(), { timeout: 20_000 }).toBe(4);
  await expect.poll(async () => cells((await last(theirs)).known), { timeout: 20_000 }).toBe(remembered);
  expect(errors).toEqual([]);
  await context.close();
}, 180_000);
