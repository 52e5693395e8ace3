/** What the first load weighs, what it asks for, and how long it blocks; figures are printed. */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { first, open } from './browser';
import { serve } from './serve';

let url = '';
let server: Server;
beforeAll(async () => ({ url, server } = await serve()));
afterAll(() => void server.close());

test('the page with the dungeon room is at most 1.2 MB compressed, asks nobody else, and does not block', async () => {
  const { page, context, errors, requests, loaded } = await open('about:blank');
  await page.addInitScript(() => {
    const long: number[] = [];
    (globalThis as unknown as { long: number[] }).long = long;
    new PerformanceObserver((list) => list.getEntries().forEach((e) => long.push(e.duration))).observe({ type: 'longtask', buffered: true });
  });
  const began = Date.now();
  await page.goto(url);
  await page.waitForSelector('.tile.big .pic img', { timeout: 60_000 });
  const firstMap = Date.now() - began;
  // Everything that is asked for until the room is open, but not what the service worker keeps for later.
  await first(page);
  const asked = await page.evaluate(() => performance.getEntriesByType('resource').map((e) => e.name));
  // Workers ask too; what they ask for is not among the page's own entries.
  const files = [...new Set([url, ...asked, ...loaded])].filter((name) => name.startsWith(url) && !/everything|atlas/.test(name));
  let total = 0;
  const weights = files.map((name) => {
    const path = name.slice(url.length) || 'index.html';
    const bytes = readFileSync(new URL(`../dist/${path.split('?')[0]}`, import.meta.url));
    const size = path.endsWith('.woff2') ? bytes.length : gzipSync(bytes, { level: 9 }).length;
    total += size;
    return [size, path] as const;
  });
  for (const [size, path] of weights.sort((a, b) => b[0] - a[0])) console.log(`${String(Math.round(size / 1000)).padStart(6)} kB  ${path}`);
  const long = await page.evaluate(() => (globalThis as unknown as { long: number[] }).long);
  console.log(`first load ${(total / 1e6).toFixed(3)} MB compressed, first map after ${firstMap} ms, ${long.length} tasks over 50 ms, the longest ${Math.round(Math.max(0, ...long))} ms`);
  expect(total).toBeLessThan(1_200_000);
  expect(requests.filter((r) => !r.startsWith(url) && !r.startsWith('blob:') && !r.startsWith('data:') && !r.startsWith('about:'))).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test('the policy holds: no inline script runs, no other host is asked', async () => {
  const { page, context } = await open(url);
  const html = (await (await fetch(url)).text()).replaceAll('&#39;', "'");
  expect(html).toContain("default-src 'none'");
  const ran = await page.evaluate(async () => {
    const violations: string[] = [];
    document.addEventListener('securitypolicyviolation', (e) => violations.push(e.violatedDirective));
    const script = document.createElement('script');
    script.textContent = 'globalThis.ran = true';
    document.body.append(script);
    await fetch('https://example.invalid/').catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { ran: 'ran' in globalThis, violations };
  });
  expect(ran.ran).toBe(false);
  expect(ran.violations.some((v) => v.startsWith('script-src')) && ran.violations.some((v) => v.startsWith('connect-src'))).toBe(true);
  await context.close();
});
