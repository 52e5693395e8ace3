/** The game: won by real key presses in the browser and in a terminal, moved between both, replayed, touched. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { first, open, phone } from './browser';
import { serve } from './serve';

let url = '';
let server: Server;
beforeAll(async () => ({ url, server } = await serve()));
afterAll(() => void server.close());
const axe = readFileSync(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const command = process.env.MAPKILN ?? '';
const long = !!process.env.LONG;
const folder = mkdtempSync(join(tmpdir(), 'play-'));
const seed = 'hollow bell 7';

interface Tape { moves: string; end: string; seal: string }
const keyOf: Record<string, string> = { n: 'k', e: 'l', s: 'j', w: 'h', '.': '.', x: 'x' };
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as { map?: Tape } & Tape;
const tape = (file: string): Tape => { const data = read(file); return data.map ?? data; };
const board = (page: Page) => page.locator('main canvas').first();
const data = (page: Page, name: string) => board(page).getAttribute(`data-${name}`);

/** The automatic player's game, stored by the command; it won. */
function solved(level: number): Tape {
  const file = join(folder, `solved-${level}.json`);
  if (!existsSync(file)) execFileSync(command, ['play', '--solve', '--seed', seed, '--level', String(level), '--save', file]);
  return tape(file);
}

/** The same keys, typed into the command in a real terminal. */
async function inTerminal(moves: string, file: string, load = false): Promise<void> {
  const name = `mapkiln-${process.pid}-${Math.random().toString(36).slice(2, 8)}`;
  const tmux = (...words: string[]) => execFileSync('tmux', ['-L', name, ...words], { encoding: 'utf8' });
  const words = load ? ['--load', file] : ['--seed', seed, '--save', file];
  tmux('new-session', '-d', '-x', '100', '-y', '40', '-s', name, command, 'play', ...words);
  const turn = () => Number(/turn (\d+)/.exec(tmux('capture-pane', '-p', '-t', name))?.[1] ?? -1);
  const until = async (what: () => boolean) => { for (let i = 0; i < 400 && !what(); i++) await new Promise((r) => setTimeout(r, 50)); };
  await until(() => turn() >= 0);
  const from = turn();
  for (let i = 0; i < moves.length; i += 40) tmux('send-keys', '-t', name, '-l', [...moves.slice(i, i + 40)].map((m) => keyOf[m]).join(''));
  await until(() => turn() >= from + moves.length);
  tmux('send-keys', '-t', name, 'q');
  await until(() => existsSync(file) && tape(file).moves.length >= from + moves.length);
  try { tmux('kill-server'); } catch { /* it ended with the game */ }
}

async function begin(page: Page, fragment = `#play?seed=${encodeURIComponent(seed)}`): Promise<void> {
  await page.goto('about:blank');
  await page.goto(`${url}${fragment}`);
  await page.waitForSelector('main canvas[data-status=playing]', { state: 'attached', timeout: 60_000 });
}

async function press(page: Page, moves: string): Promise<void> {
  const from = Number(await data(page, 'turn'));
  for (const move of moves) await page.keyboard.press(keyOf[move]!);
  await page.waitForFunction((n) => Number(document.querySelector('main canvas')?.getAttribute('data-turn')) >= n, from + moves.length, { timeout: 60_000 });
}

async function stored(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Shift+S')]);
  const file = join(folder, name);
  await download.saveAs(file);
  return file;
}

test.runIf(command)('won by key presses in the browser and in a terminal: the same final state, the same file', async () => {
  const { moves, end } = solved(1);
  const { page, context, errors } = await open('about:blank');
  await begin(page);
  await press(page, moves);
  expect(await data(page, 'status')).toBe('won');
  const here = await stored(page, 'browser.json');
  const there = join(folder, 'terminal.json');
  await inTerminal(moves, there);
  console.log(`won in ${moves.length} turns, state ${end}, in the browser and in the terminal`);
  expect(tape(here).end).toBe(end);
  expect(tape(there).end).toBe(end);
  expect(readFileSync(here, 'utf8')).toBe(readFileSync(there, 'utf8'));
  // Any step leads on, with the score carried.
  const score = await data(page, 'score');
  await page.keyboard.press('l');
  await page.waitForSelector('main canvas[data-level="2"][data-status=playing]', { state: 'attached', timeout: 60_000 });
  expect(await data(page, 'score')).toBe(score);
  expect(errors).toEqual([]);
  await context.close();
}, 240_000);

test.runIf(command)('a stored game moves from the terminal to the browser and back', async () => {
  const { moves, end } = solved(1);
  const half = Math.floor(moves.length / 2);
  const three = Math.floor((moves.length * 3) / 4);
  const file = join(folder, 'half.json');
  await inTerminal(moves.slice(0, half), file);
  const { page, context, errors } = await open(`${url}#play`);
  await page.locator('input[type=file][accept=".json"]').setInputFiles(file);
  await page.waitForSelector(`main canvas[data-turn="${half}"]`, { state: 'attached', timeout: 60_000 });
  await press(page, moves.slice(half, three));
  const back = await stored(page, 'back.json');
  await inTerminal(moves.slice(three), back, true);
  expect(tape(back).end).toBe(end);
  // A game that was changed is refused, with the library's sentence.
  const changed = join(folder, 'changed.json');
  writeFileSync(changed, readFileSync(back, 'utf8').replace(moves.slice(0, 8), [...moves.slice(0, 8)].reverse().join('')));
  await page.locator('input[type=file][accept=".json"]').setInputFiles(changed);
  await page.waitForSelector('.start .bad', { timeout: 30_000 });
  expect(errors).toEqual([]);
  await context.close();
}, 240_000);

test('a replay is a link; a reload continues; a dungeon of the Studio is played', async () => {
  const { page, context, errors } = await open('about:blank');
  await begin(page);
  for (const key of ['ArrowRight', 'ArrowDown', '.', 'x', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
  await page.waitForSelector('main canvas[data-turn="6"]', { state: 'attached', timeout: 30_000 });
  const where = await data(page, 'at');
  // A reload comes back to the same turn, though the address named a new game.
  await page.reload();
  await page.waitForSelector('main canvas[data-turn="6"]', { state: 'attached', timeout: 60_000 });
  expect(await data(page, 'at')).toBe(where);
  await page.getByRole('button', { name: 'Share replay' }).click();
  const link = await page.locator('.link input').inputValue();
  expect(link.length).toBeLessThan(700);
  await page.goto('about:blank');
  await page.goto(link);
  await page.waitForSelector('main canvas[data-turn="6"]', { state: 'attached', timeout: 30_000 });
  expect(await data(page, 'at')).toBe(where);
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.keyboard.press('.');
  await page.waitForSelector('main canvas[data-turn="7"]', { state: 'attached', timeout: 30_000 });
  await page.goto('about:blank');
  await page.goto(`${url}#play`);
  await page.getByRole('button', { name: /Continue/ }).click();
  await page.waitForSelector('main canvas[data-turn="7"]', { state: 'attached', timeout: 30_000 });
  await page.goto('about:blank');
  await page.goto(url);
  await first(page);
  await page.click('[aria-label="Play it"]');
  await page.waitForSelector('main canvas[data-status=playing]', { state: 'attached', timeout: 60_000 });
  await page.keyboard.press('.');
  await page.waitForSelector('main canvas[data-turn="1"]', { state: 'attached', timeout: 30_000 });
  expect(errors).toEqual([]);
  await context.close();
}, 180_000);

test('touch at 390x844: arrows, buttons and taps play; nothing lies outside of the screen', async () => {
  const { page, context, errors } = await open('about:blank', { size: phone, touch: true });
  await page.goto(`${url}#play`);
  await page.locator('#new-game').tap();
  await page.waitForSelector('main canvas[data-status=playing]', { state: 'attached', timeout: 60_000 });
  const start = await data(page, 'at');
  let turns = 0;
  const places = new Set([start]);
  for (const way of ['Up', 'Right', 'Down', 'Left', 'Right', 'Right']) {
    await page.tap(`[aria-label="${way}"]`);
    await page.waitForSelector(`main canvas[data-turn="${++turns}"]`, { state: 'attached', timeout: 10_000 });
    places.add(await data(page, 'at'));
  }
  // Walls may be in the way of some steps, not of all.
  expect(places.size).toBeGreaterThan(1);
  await page.getByRole('button', { name: 'Search' }).tap();
  await page.waitForSelector(`main canvas[data-turn="${++turns}"]`, { state: 'attached', timeout: 10_000 });
  await page.getByRole('button', { name: 'Wait' }).tap();
  await page.waitForSelector(`main canvas[data-turn="${++turns}"]`, { state: 'attached', timeout: 10_000 });
  // A tap on the floor walks: somewhere around the middle there is some.
  for (let i = 0; i < 16 && Number(await data(page, 'turn')) === turns; i++) {
    await page.touchscreen.tap(195 + Math.cos(i) * (30 + 4 * i), 420 + Math.sin(i) * (16 + 3 * i));
    await page.waitForTimeout(200);
  }
  expect(Number(await data(page, 'turn'))).toBeGreaterThan(turns);
  const outside = await page.evaluate(() => [...document.querySelectorAll('button')].filter((b) => { const r = b.getBoundingClientRect(); return r.width > 0 && (r.left < 0 || r.right > innerWidth || r.bottom > innerHeight); }).length);
  expect(outside).toBe(0);
  expect(errors).toEqual([]);
  await context.close();
});

for (const [name, options] of Object.entries({ wide: {}, 'dark pt-BR': { dark: true, locale: 'pt-BR' }, phone: { size: phone, touch: true } })) {
  test(`axe finds nothing in the game: ${name}`, async () => {
    const { page, context } = await open('about:blank', options);
    await page.goto(`${url}#play`);
    await page.waitForSelector('#new-game');
    const check = async (where: string) => {
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: { run(o: object): Promise<{ violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] }> } }).axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] });
        return violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target.join(' ')} ${n.failureSummary}`).join(' | ')}`);
      });
      expect(found, where).toEqual([]);
    };
    await check('menu');
    await page.click('#new-game');
    await page.waitForSelector('main canvas[data-status=playing]', { state: 'attached', timeout: 60_000 });
    await page.keyboard.press('x');
    await page.waitForSelector('main canvas[data-turn="1"]', { state: 'attached' });
    await check('game');
    await context.close();
  });
}

test.runIf(command && long)('the whole campaign is won by key presses, and its score is kept', async () => {
  const { page, context, errors } = await open('about:blank', { size: { width: 480, height: 360 } });
  await begin(page);
  for (let level = 1; level <= 5; level++) {
    await press(page, solved(level).moves);
    expect(await data(page, 'status'), `level ${level}`).toBe('won');
    if (level < 5) {
      await page.keyboard.press('l');
      await page.waitForSelector(`main canvas[data-level="${level + 1}"][data-status=playing]`, { state: 'attached', timeout: 60_000 });
    }
  }
  const best = await page.evaluate(() => localStorage.getItem('mapkiln.scores'));
  expect(JSON.parse(best!)[0]).toMatchObject({ seed, won: true, level: 5 });
  expect(errors).toEqual([]);
  await context.close();
}, 900_000);
