import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { first, open, phone, picture } from './browser';
import { serve } from './serve';

let url = '';
let server: Server;
beforeAll(async () => ({ url, server } = await serve()));
afterAll(() => void server.close());

test('a map is opened, changed, undone, kept and there again after a reload', async () => {
  const { page, context, errors, requests } = await open(url);
  await first(page);
  const before = await picture(page);
  // Whoever opens a map is on it: keys act at once.
  await page.keyboard.press('g');
  await expect.poll(() => picture(page), { timeout: 30_000 }).not.toBe(before);
  await page.keyboard.press('Control+z');
  await expect.poll(() => picture(page), { timeout: 30_000 }).toBe(before);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => picture(page), { timeout: 30_000 }).not.toBe(before);
  const after = await picture(page);
  await expect.poll(() => page.locator('.status').textContent()).toContain('Kept on this device');
  await page.reload();
  await expect.poll(() => picture(page), { timeout: 30_000 }).toBe(after);
  await page.locator('.sheet').focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => picture(page), { timeout: 30_000 }).toBe(before);
  expect(requests.every((r) => r.startsWith(url) || r.startsWith('blob:') || r.startsWith('data:'))).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});

test('a link opens the same picture in a fresh profile, and a cut one says so', async () => {
  const one = await open(url);
  await first(one.page);
  await one.page.click('[aria-label="Share"]');
  await expect.poll(() => one.page.inputValue('#share-link')).toContain('#1.');
  const link = await one.page.inputValue('#share-link');
  expect(link.length).toBeLessThan(700);
  const wanted = await picture(one.page);
  await one.context.close();
  const two = await open(link);
  await two.page.waitForSelector('.sheet .lay-doors', { state: 'attached', timeout: 60_000 });
  expect(await picture(two.page)).toBe(wanted);
  expect(await two.page.locator('.status').textContent()).toContain('Not kept yet');
  await two.context.close();
  const three = await open(link.slice(0, -6));
  await expect.poll(() => three.page.locator('[role=alert]').textContent(), { timeout: 20_000 }).toContain('cut on its way');
  expect(three.errors).toEqual([]);
  await three.context.close();
});

test('a key moved behind its own door is said, and one click mends it', async () => {
  const { page, context, errors } = await open(url);
  await first(page);
  // The goal is the last step of the proof; its key is laid into it.
  await page.click('#tab-check');
  const steps = page.locator('.proof li');
  const goal = Number(/room (\d+)/.exec((await steps.last().textContent()) ?? '')?.[1]);
  await page.click('#tab-rooms');
  await page.locator('.rooms li button', { has: page.locator(`.no:text-is("${goal}")`) }).first().click();
  await page.locator('.sheet').focus();
  await page.keyboard.press('d');
  // Locked doors are found by trying each door of the map.
  let broken = false;
  const doors = await page.evaluate(() => [...document.querySelectorAll('.sheet .lay-doors > *')].map((d) => { const r = d.getBoundingClientRect(); return { x: r.x + r.width / 2, y: r.y + r.height / 2 }; }));
  for (const door of doors) {
    await page.mouse.click(door.x, door.y);
    const put = page.locator('.menu button', { hasText: `Put it in room ${goal}` });
    if (await put.count()) {
      await put.click();
      broken = await page.locator('.notice.bad').waitFor({ timeout: 10_000 }).then(() => true, () => false);
      if (broken) break;
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('d');
  }
  expect(broken).toBe(true);
  expect(await page.locator('.status .bad').count()).toBe(1);
  // Pointing at the mend shows what it gives; looking away takes it back.
  const lost = await page.locator('.sheet .lost').count();
  expect(lost).toBeGreaterThan(0);
  await page.locator('.notice .btn.main').first().hover();
  await expect.poll(() => page.locator('.sheet .lost').count(), { timeout: 20_000 }).toBeLessThan(lost);
  await page.mouse.move(5, 300);
  await expect.poll(() => page.locator('.sheet .lost').count(), { timeout: 20_000 }).toBe(lost);
  await page.locator('.notice .btn.main').first().click();
  await expect.poll(() => page.locator('.status .ok').count(), { timeout: 20_000 }).toBe(1);
  expect(errors).toEqual([]);
  await context.close();
});

test('a room is dragged, a pin stays, words with markup are text', async () => {
  const { page, context, errors } = await open(url);
  await first(page);
  await page.click('#tab-rooms');
  await page.click('.rooms li >> nth=1 >> button');
  await page.click('[aria-label="Write"]');
  await page.locator('.rooms textarea').first().fill('<img src=x onerror="document.title=1"> dust');
  await page.click('text=Done');
  await expect.poll(() => page.locator('.aloud').textContent(), { timeout: 20_000 }).toContain('<img src=x');
  await page.click('[aria-label="Pin room 2"]');
  await expect.poll(() => page.locator('.pinmark').count(), { timeout: 20_000 }).toBe(1);
  await page.click('#tab-make');
  await page.click('summary:has-text("Dangers")');
  await page.click('text=All contents');
  await page.click('#tab-rooms');
  await expect.poll(() => page.locator('.aloud').textContent(), { timeout: 20_000 }).toContain('<img src=x');
  const room = (await page.locator('.lit-room').first().boundingBox())!;
  await page.mouse.move(room.x + room.width / 2, room.y + room.height / 2);
  await page.mouse.down();
  await page.mouse.move(room.x + room.width / 2 + 40, room.y + room.height / 2 + 10, { steps: 5 });
  expect(await page.locator('.drag-new').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await page.title()).not.toBe('1');
  expect(errors).toEqual([]);
  await context.close();
});

test('by touch on a phone: next map, a room, its text', async () => {
  const { page, context, errors } = await open(url, { size: phone, touch: true });
  await page.tap('.tile.big:not([disabled])', { timeout: 60_000 });
  await page.waitForSelector('.sheet .lay-doors', { state: 'attached', timeout: 60_000 });
  // Two maps may have one title, but not one seed.
  const seed = () => page.locator('.pseed').textContent();
  const before = await seed();
  await page.tap('.pseed .main');
  await expect.poll(seed, { timeout: 30_000 }).not.toBe(before);
  await page.tap('#tab-rooms');
  await page.tap('.rooms li >> nth=0 >> button');
  expect((await page.locator('.aloud').textContent())?.length).toBeGreaterThan(20);
  expect(errors).toEqual([]);
  await context.close();
});
