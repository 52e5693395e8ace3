/** A page in Debian's Chromium with a fresh profile; every error in its console is kept. */
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const wide = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

/** `requests` are all, `loaded` those of pages and their workers, without what the service worker keeps for later. */
export interface Opened { context: BrowserContext; page: Page; errors: string[]; requests: string[]; loaded: string[] }

export async function open(url: string, options: { size?: typeof wide; touch?: boolean; dark?: boolean; locale?: string } = {}): Promise<Opened> {
  const profile = await mkdtemp(join(tmpdir(), 'studio-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
    viewport: options.size ?? wide,
    hasTouch: options.touch ?? false,
    colorScheme: options.dark ? 'dark' : 'light',
    locale: options.locale ?? 'en-US',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  });
  const errors: string[] = [];
  const requests: string[] = [];
  const loaded: string[] = [];
  const watch = (page: Page) => {
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(`${error.message}\n${error.stack}`));
  };
  // The browser's own first page is not ours to judge.
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto('about:blank');
  context.on('page', watch);
  context.on('request', (request) => {
    requests.push(request.url());
    if (!request.serviceWorker()) loaded.push(request.url());
  });
  watch(page);
  await page.goto(url);
  return { context, page, errors, requests, loaded };
}

/** Opens the first map of the wall. */
export async function first(page: Page): Promise<void> {
  await page.click('.tile.big:not([disabled])', { timeout: 60_000 });
  await drawn(page);
}

export async function drawn(page: Page): Promise<void> {
  await page.waitForSelector('.sheet .lay-doors', { state: 'attached', timeout: 60_000 });
}

export const title = (page: Page) => page.locator('.bar .title').textContent();
/** The drawn map, without what lies over it. */
export const picture = (page: Page) => page.locator('.sheet svg.map > g').first().locator('> g').first().innerHTML();
