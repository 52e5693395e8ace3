/** What Lighthouse says of the first page: printed, not held. A minute and more, so in the long tests. */
import type { Server } from 'node:http';
import { createServer } from 'node:net';
import lighthouse from 'lighthouse';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from './serve';

let url = '';
let server: Server;
beforeAll(async () => ({ url, server } = await serve({ compressed: true })));
afterAll(() => void server.close());

/** A port that nobody listens on. */
const freePort = () => new Promise<number>((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const address = probe.address();
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
  });
});

test.runIf(process.env.LONG).each(['mobile', 'desktop'] as const)('Lighthouse, %s', { timeout: 300_000 }, async (formFactor) => {
  const port = await freePort();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--headless', '--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${port}`] });
  try {
    const wide = formFactor === 'desktop';
    const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'] }, {
      extends: 'lighthouse:default',
      settings: {
        formFactor,
        ...(wide ? { screenEmulation: { mobile: false, width: 1280, height: 800, deviceScaleFactor: 1, disabled: false }, throttling: { rttMs: 40, throughputKbps: 10_240, cpuSlowdownMultiplier: 1, requestLatencyMs: 0, downloadThroughputKbps: 0, uploadThroughputKbps: 0 } } : {}),
      },
    });
    const report = result?.lhr;
    expect(report?.runtimeError).toBeUndefined();
    const scores = Object.values(report?.categories ?? {}).map((c) => `${c.title} ${c.score === null ? 'none' : Math.round(c.score * 100)}`);
    expect(scores).toHaveLength(4);
    console.log(`Lighthouse, ${formFactor}: ${scores.join(', ')}`);
    const figures = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift', 'speed-index', 'total-byte-weight'];
    for (const id of figures) console.log(`  ${report?.audits[id]?.title}: ${report?.audits[id]?.displayValue ?? 'none'}`);
    const low = Object.values(report?.audits ?? {}).filter((a) => a.score !== null && a.score < 0.9 && a.scoreDisplayMode === 'binary');
    for (const audit of low) console.log(`  not met: ${audit.title}`);
  } finally {
    await browser.close();
  }
});
