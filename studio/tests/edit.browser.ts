/** Edits by mouse and by keys; after each the map is checked. */
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { first, open, picture } from './browser';
import { serve } from './serve';

let url = '';
let server: Server;
beforeAll(async () => ({ url, server } = await serve()));
afterAll(() => void server.close());

async function changed(page: Page, what: () => Promise<void>): Promise<void> {
  const before = await picture(page);
  await what();
  await expect.poll(() => picture(page), { timeout: 30_000 }).not.toBe(before);
}
const rooms = (page: Page) => page.locator('.rooms > li').count();

test('rooms are drawn, resized, joined and removed by mouse; every claim is looked at after each', async () => {
  const { page, context, errors } = await open(url);
  await page.click('text=A blank sheet');
  await page.waitForSelector('.sheet svg.map > g path', { state: 'attached', timeout: 60_000 });
  await page.click('#tab-rooms');
  await expect.poll(() => rooms(page), { timeout: 30_000 }).toBe(1);
  const sheet = (await page.locator('.sheet').boundingBox())!;
  const drag = async (x: number, y: number, dx: number, dy: number) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 3 });
    await page.mouse.move(x + dx, y + dy, { steps: 3 });
    await page.mouse.up();
  };
  // A room is drawn to the left of the one in the middle, one above it, and they are joined.
  await page.keyboard.press('0');
  for (let i = 0; i < 4; i++) await page.keyboard.press('-');
  await page.keyboard.press('r');
  const [cx, cy] = [sheet.x + sheet.width / 2, sheet.y + sheet.height / 2];
  await changed(page, () => drag(cx - 330, cy - 80, 120, 100));
  await changed(page, () => drag(cx + 200, cy - 120, 130, 90));
  expect(await rooms(page)).toBe(3);
  await page.keyboard.press('v');
  await page.mouse.click(cx + 260, cy - 80);
  expect(await page.locator('.handle').count()).toBe(8);
  const handle = (await page.locator('.handle').nth(7).boundingBox())!;
  await changed(page, () => drag(handle.x + 6, handle.y + 6, 40, 40));
  await changed(page, async () => { await page.locator('.sheet').focus(); await page.keyboard.press('Control+ArrowLeft'); });
  await page.click('#tab-check');
  await expect.poll(() => page.locator('details:has-text("claims hold")').count(), { timeout: 60_000 }).toBe(1);
  await page.click('#tab-rooms');
  await page.locator('.sheet').focus();
  await changed(page, () => page.keyboard.press('Delete'));
  expect(await rooms(page)).toBe(2);
  // Everything can be undone, step by step.
  for (let i = 0; i < 5; i++) await page.keyboard.press('Control+z');
  await expect.poll(() => rooms(page), { timeout: 30_000 }).toBe(1);
  expect(errors).toEqual([]);
  await context.close();
});

test('monsters are put from the codex, and the budget follows', async () => {
  const { page, context, errors } = await open(url);
  await first(page);
  const xp = async () => Number(/([\d,]+) of/.exec((await page.locator('.status').textContent()) ?? '')?.[1]?.replaceAll(',', ''));
  const before = await xp();
  await page.click('#tab-rooms');
  await page.click('.rooms li >> nth=0 >> button');
  await page.click('text=Put something here');
  await page.locator('dialog label:has-text("Search") input, dialog input.sel').first().fill('ogre');
  await page.locator('dialog .putlist button').first().click();
  await page.click('dialog .ftr .main');
  await expect.poll(xp, { timeout: 30_000 }).toBeGreaterThan(before);
  await page.locator('.sheet').focus();
  await page.keyboard.press('Control+z');
  await expect.poll(xp, { timeout: 30_000 }).toBe(before);
  expect(errors).toEqual([]);
  await context.close();
});

test('by keyboard alone: a map, a room, its words, a pin, another, undo, the palette, a link', async () => {
  const { page, context, errors } = await open(url);
  await page.waitForSelector('.tile.big:not([disabled])', { timeout: 60_000 });
  for (let i = 0; i < 12 && !(await page.evaluate(() => document.activeElement?.classList.contains('big'))); i++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.sheet .lay-doors', { state: 'attached', timeout: 60_000 });
  // F6 goes round: bar, tools, map, dock, panel, and again.
  const seen = new Set<string>();
  for (let i = 0; i < 6; i++) {
    await page.keyboard.press('F6');
    seen.add(await page.evaluate(() => ['.tools', '.seedbar', '.bar', '.panel', '.sheet'].find((region) => document.activeElement?.closest(region)) ?? ''));
  }
  expect([...seen].sort()).toEqual(['.bar', '.panel', '.seedbar', '.sheet', '.tools']);
  for (let i = 0; i < 8 && !(await page.evaluate(() => document.activeElement?.classList.contains('sheet'))); i++) await page.keyboard.press('F6');
  expect(await page.evaluate(() => document.activeElement?.classList.contains('sheet'))).toBe(true);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  expect(await page.locator('.lit-room').count()).toBeGreaterThan(0);
  expect((await page.locator('.status [role=status]').textContent())?.length).toBeGreaterThan(3);
  await page.keyboard.press('Enter');
  await page.waitForSelector('.rooms textarea');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('parchment');
  const before = await picture(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => picture(page), { timeout: 30_000 }).not.toBe(before);
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  await page.locator('.sheet').focus();
  const [pages] = await Promise.all([context.waitForEvent('page'), page.keyboard.press('Control+p')]);
  await expect.poll(() => pages.url(), { timeout: 60_000 }).toMatch(/^blob:/);
  expect(errors).toEqual([]);
  await context.close();
});
