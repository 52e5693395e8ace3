/** Wishes, locks, candidates, the film, and what sentences and mends light on the map. */
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { first, open, picture } from './browser';
import { serve } from './serve';

let url = '';
let server: Server;
beforeAll(async () => ({ url, server } = await serve()));
afterAll(() => void server.close());
const changed = async (page: Page, what: () => Promise<void>) => {
  const before = await picture(page);
  await what();
  await expect.poll(() => picture(page), { timeout: 30_000 }).not.toBe(before);
};

test('a wish for the shape is kept to, taken back, and told as text; what is locked stays when the rest is rolled', async () => {
  const { page, context, errors } = await open(url);
  await first(page);
  const loops = page.getByLabel('Loops, least');
  await changed(page, async () => { await loops.fill('3'); await loops.dispatchEvent('change'); });
  expect(await page.locator('.notice').count()).toBe(0);
  await page.click('summary:has-text("As text")');
  expect(await page.getByLabel('As text and command').inputValue()).toContain('targets.loops = [3, 8]');
  // The same by hand, and a line that cannot be read.
  await page.getByLabel('As text and command').fill('theme = "crypt"\nsize = "small"\ntargets.loops = [1, 1]');
  await changed(page, () => page.click('text=Use this text'));
  await expect.poll(() => page.locator('.range', { hasText: 'Loops' }).getAttribute('aria-label'), { timeout: 20_000 }).toContain('wanted 1 to 1');
  await page.getByLabel('As text and command').fill('theme = = crypt');
  await page.click('text=Use this text');
  expect(await page.locator('.errt').textContent()).toContain('Line 1');
  await page.locator('.range', { hasText: 'Loops' }).hover();
  await page.getByLabel('Reset Loops').click();
  await expect.poll(() => page.locator('.range', { hasText: 'Loops' }).getAttribute('aria-label'), { timeout: 20_000 }).toContain('left to the seed');
  await page.getByLabel('Lock Theme').click();
  await page.getByLabel('Lock Size').click();
  await expect.poll(() => page.getByLabel('Unlock Size').count(), { timeout: 20_000 }).toBe(1);
  for (let i = 0; i < 3; i++) await changed(page, () => page.click('text=Roll the rest'));
  expect(await page.locator('select').first().inputValue()).toBe('crypt');
  expect(await page.locator('input[name=size][value=small]').isChecked()).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
}, 180_000);

test('six to choose from, by keys; the film ends with the very map; a generation can be taken', async () => {
  const { page, context, errors } = await open(url);
  await first(page);
  await page.locator('.sheet').focus();
  await page.keyboard.press('h');
  await page.waitForSelector('.film .sheet .lay-doors', { state: 'attached', timeout: 30_000 });
  for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight');
  const [at, all] = (await page.locator('.big-no b').textContent())!.split(' of ').map(Number);
  expect(at).toBe(all);
  const last = page.locator('.film .sheet svg.map > g').first().locator('> g').first();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.locator('.film').count()).toBe(0);
  const map = await picture(page);
  await page.keyboard.press('h');
  await page.waitForSelector('.film .sheet .lay-doors', { state: 'attached', timeout: 30_000 });
  for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowRight');
  await expect.poll(() => last.innerHTML(), { timeout: 30_000 }).toBe(map);
  await page.keyboard.press('Escape');
  await page.locator('.sheet').focus();
  await page.keyboard.press('s');
  await page.waitForSelector('.cnd', { timeout: 60_000 });
  await page.keyboard.press('4');
  expect(await page.locator('.cnd[aria-pressed=true] .n').textContent()).toBe('4');
  const title = await page.locator('.cnd[aria-pressed=true] .t').textContent();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.bar .title').textContent(), { timeout: 30_000 }).toBe(title);
  await page.waitForSelector('.sheet .lay-doors', { state: 'attached', timeout: 30_000 });
  expect(errors).toEqual([]);
  await context.close();
}, 180_000);

test('a sentence lights what it speaks of; what was done is said for a while, with a way back', async () => {
  const { page, context, errors } = await open(url);
  await first(page);
  await page.click('#tab-rooms');
  let lit = 0;
  for (const room of [1, 2, 3]) {
    await page.locator('.rooms > li').nth(room).locator('button').first().click();
    for (const sentence of await page.locator('.sentence').all()) {
      await sentence.hover();
      lit += await page.locator('.sheet .spoken').count();
    }
    await page.keyboard.press('Escape');
  }
  expect(lit).toBeGreaterThan(2);
  const before = await picture(page);
  await page.locator('.rooms > li').first().locator('button').first().click();
  await page.click('[aria-label="Make its contents again"]');
  await expect.poll(() => page.locator('.notice.done').textContent(), { timeout: 30_000 }).toContain('It can still be finished');
  await page.click('.notice.done .btn');
  await expect.poll(() => picture(page), { timeout: 30_000 }).toBe(before);
  expect(errors).toEqual([]);
  await context.close();
}, 120_000);
