/** A smoke test in Debian's Firefox: home opens, a dungeon is made and saved as a file. */
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from './serve';

let url = '';
let server: Server;
beforeAll(async () => ({ url, server } = await serve()));
afterAll(() => void server.close());

test.runIf(process.env.LONG)('Firefox: home opens, a dungeon is made and exported', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'firefox-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    extraPrefsFirefox: { 'browser.download.folderList': 2, 'browser.download.dir': folder, 'browser.download.useDownloadDir': true, 'browser.download.alwaysOpenPanel': false },
  });
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.setViewport({ width: 1280, height: 800 });
    await page.goto(url);
    const tile = await page.waitForSelector('.tile.big:not([disabled])', { timeout: 120_000 });
    await tile!.click();
    await page.waitForSelector('.sheet .lay-doors', { timeout: 120_000 });
    // Two maps may have one title, but not one seed.
    const seed = () => page.$eval('.seedbar .seed b', (e) => e.textContent);
    const before = await seed();
    await page.keyboard.press('g');
    for (let i = 0; i < 300 && (await seed()) === before; i++) await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await seed()).not.toBe(before);
    await (await page.waitForSelector('[aria-label="Export"]'))!.click();
    await (await page.waitForSelector('#fmt-png'))!.click();
    await (await page.waitForSelector('#fmt-json'))!.click();
    await (await page.waitForSelector('dialog .btn.main'))!.click();
    // While a file comes, an empty one has its name, and its contents are in another that ends in `part`.
    const saved = () => {
      const files = readdirSync(folder);
      return files.some((file) => file.endsWith('.part')) ? undefined : files.find((file) => file.endsWith('.json') && statSync(join(folder, file)).size > 0);
    };
    for (let i = 0; i < 600 && !saved(); i++) await new Promise((resolve) => setTimeout(resolve, 200));
    const document = JSON.parse(readFileSync(join(folder, saved()!), 'utf8')) as { map: { levels: unknown[] } };
    expect(document.map.levels.length).toBeGreaterThan(0);
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
  }
});
