/** The shelf: folders, trash, two tabs, no room left, and everything as one file. */
import { mkdtempSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { drawn, first, open, picture } from './browser';
import { serve } from './serve';

let url = '';
let server: Server;
beforeAll(async () => ({ url, server } = await serve()));
afterAll(() => void server.close());
const kept = (page: Page) => expect.poll(() => page.locator('.status').textContent(), { timeout: 30_000 }).toContain('Kept on this device');
async function change(page: Page): Promise<void> {
  const before = await picture(page);
  await page.locator('.sheet').focus();
  await page.keyboard.press('g');
  await expect.poll(() => picture(page), { timeout: 30_000 }).not.toBe(before);
  await kept(page);
}

test('a map is kept, put into a folder, thrown away and taken back; all as one ZIP and back', async () => {
  const { page, context, errors } = await open(url);
  await first(page);
  await change(page);
  await page.click('[aria-label="Home"], .bar .mark');
  await page.waitForSelector('.book:not(.drop)');
  await page.click('text=New folder');
  await page.keyboard.type('Campaign');
  await page.keyboard.press('Enter');
  await page.selectOption('.tofolder', 'Campaign');
  await expect.poll(() => page.locator('[role=status]').textContent()).toContain('Campaign');
  await page.reload();
  await page.click('.folders button:has-text("Campaign")');
  expect(await page.locator('.book:not(.drop)').count()).toBe(1);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=All as one ZIP')]);
  const zip = join(mkdtempSync(join(tmpdir(), 'studio-shelf-')), 'shelf.zip');
  await download.saveAs(zip);
  await page.locator('.bookwrap').hover();
  await page.click('[aria-label^="Move to the trash"]');
  await expect.poll(() => page.locator('.folders button:has-text("Trash")').count()).toBe(1);
  await page.click('.folders button:has-text("Trash")');
  await page.click('text=Take it back');
  await expect.poll(() => page.locator('.book:not(.drop):not([disabled])').count()).toBe(1);
  await context.close();
  const other = await open(url);
  await other.page.waitForSelector('.shelf');
  await other.page.setInputFiles('input[type=file]', zip);
  await expect.poll(() => other.page.locator('.folders button:has-text("Campaign")').count(), { timeout: 20_000 }).toBe(1);
  await other.page.click('.book:not(.drop)');
  await drawn(other.page);
  expect([...errors, ...other.errors]).toEqual([]);
  await other.context.close();
});

test('two tabs with one map lose nothing: the later writer is asked', async () => {
  const { page, context, errors } = await open(url);
  await first(page);
  await change(page);
  const second = await context.newPage();
  await second.goto(page.url());
  await drawn(second);
  await second.bringToFront();
  await change(second);
  const theirs = await picture(second);
  await page.bringToFront();
  const before = await picture(page);
  await page.locator('.sheet').focus();
  await page.keyboard.press('g');
  await expect.poll(() => page.locator('.notice').textContent(), { timeout: 30_000 }).toContain('Another tab changed this map');
  const mine = await picture(page);
  expect(mine).not.toBe(before);
  await page.click('.notice .main');
  await kept(page);
  await page.click('.bar .mark');
  await expect.poll(() => page.locator('.book:not(.drop)').count(), { timeout: 20_000 }).toBe(2);
  // Both are there, each as its tab left it.
  const seen = new Set<string>();
  for (const n of [0, 1]) {
    await page.locator('.book:not(.drop)').nth(n).click();
    await drawn(page);
    await page.waitForTimeout(800);
    seen.add(await picture(page));
    await page.click('.bar .mark');
  }
  expect(seen.has(mine) && seen.has(theirs)).toBe(true);
  expect(errors).toEqual([]);
  await context.close();
});

test('no room left: it is said, and a file is offered', async () => {
  const { page, context, errors } = await open(url);
  await page.addInitScript(() => {
    // Without a picker of files, as in Firefox and Safari: nobody is here to choose one.
    delete (globalThis as { showSaveFilePicker?: unknown }).showSaveFilePicker;
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...args: Parameters<typeof put>) {
      if (sessionStorage.getItem('full')) throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, args);
    };
  });
  await page.reload();
  await first(page);
  await page.evaluate(() => sessionStorage.setItem('full', '1'));
  await page.locator('.sheet').focus();
  await page.keyboard.press('g');
  await expect.poll(() => page.locator('.notice').textContent(), { timeout: 30_000 }).toContain('no room left');
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Save a file')]);
  expect(download.suggestedFilename()).toMatch(/\.mapkiln\.json$/);
  expect(errors).toEqual([]);
  await context.close();
});

test('a browser that keeps nothing: maps are made and changed, and it is said', async () => {
  const { page, context, errors } = await open('about:blank');
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'indexedDB']) Object.defineProperty(globalThis, name, { get() { throw new DOMException('forbidden', 'SecurityError'); } });
  });
  await page.goto(url);
  await first(page);
  await page.locator('.sheet').focus();
  await page.keyboard.press('g');
  await expect.poll(() => page.locator('.notice').textContent(), { timeout: 30_000 }).toContain('no room left');
  expect(errors).toEqual([]);
  await context.close();
});

test('reload at any moment: back where one was', async () => {
  const { page, context, errors } = await open(url);
  await first(page);
  await change(page);
  for (const wait of [0, 10, 40, 120, 300]) {
    const before = await picture(page);
    await page.locator('.sheet').focus();
    await page.keyboard.press('g');
    await page.waitForTimeout(wait);
    await page.reload();
    await drawn(page);
    await page.waitForTimeout(700);
    // Either the change was not made yet, or it was kept and can be undone: nothing in between.
    expect(page.url()).toContain('#map=');
    if ((await picture(page)) !== before) {
      await page.locator('.sheet').focus();
      await page.keyboard.press('Control+z');
      await expect.poll(() => picture(page), { timeout: 30_000 }).toBe(before);
      await kept(page);
    }
  }
  expect(errors).toEqual([]);
  await context.close();
});
