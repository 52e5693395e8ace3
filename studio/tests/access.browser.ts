import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { open, phone, wide } from './browser';
import { serve } from './serve';

let url = '';
let server: Server;
beforeAll(async () => ({ url, server } = await serve()));
afterAll(() => void server.close());
const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

for (const [name, options] of Object.entries({ wide: {}, dark: { dark: true, locale: 'pt-BR' }, phone: { size: phone, touch: true, locale: 'pt-BR' }, 'phone dark': { size: phone, dark: true, touch: true } })) {
  test(`axe finds nothing: ${name}`, async () => {
    const { page, context } = await open(url, options);
    // The page's policy allows no inline script: axe comes by the debugger.
    const check = async (where: string) => {
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: { run(o: object): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }> } }).axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
        return violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target.join(' ')} ${n.failureSummary}`).join(' | ')}`);
      });
      expect(found, where).toEqual([]);
    };
    await page.waitForSelector('.tile.big:not([disabled])', { timeout: 60_000 });
    await page.waitForFunction(() => document.querySelectorAll('.tile[disabled]').length === 0, undefined, { timeout: 60_000 });
    await check('home');
    await page.click('.tile.big');
    await page.waitForSelector('.sheet .lay-doors', { state: 'attached', timeout: 60_000 });
    await check('make');
    for (const tab of ['rooms', 'check']) {
      await page.click(`#tab-${tab}`);
      if (tab === 'rooms') await page.click('.rooms li >> nth=1 >> button');
      await check(tab);
    }
    await page.click('[aria-label="Share"], [aria-label="Compartilhar"]');
    await page.waitForSelector('#share-link');
    await check('share');
    await context.close();
  });
}

test('500 random clicks and keys: no error in the console', async () => {
  const { page, context, errors } = await open(url);
  await page.click('.tile.big:not([disabled])', { timeout: 60_000 });
  let state = 20261117;
  const random = () => ((state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff) / 0x7fffffff);
  const keys = ['g', 's', 'h', 'l', 'w', 'i', 'f', 'v', 'r', 'c', 'd', 'p', 't', 'n', 'm', '1', '2', '3', '4', '0', '+', '-', 'Escape', 'Escape', 'Enter', 'ArrowLeft', 'ArrowDown', 'Tab', 'Control+z', 'Control+Shift+z', 'Control+k', '?', 'Delete', ',', '.'];
  for (let i = 0; i < 500; i++) {
    if (random() < 0.5) await page.keyboard.press(keys[Math.floor(random() * keys.length)]!);
    else await page.mouse.click(random() * wide.width, 46 + random() * (wide.height - 46));
  }
  await page.waitForTimeout(1000);
  expect(errors).toEqual([]);
  await context.close();
});
