/** The same bytes as the command: twenty seeds of every maker, and every format of one map of each kind. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, expect, test } from 'vitest';

const command = process.env.MAPKILN ?? new URL('../../target/debug/mapkiln', import.meta.url).pathname;
type Call = (verb: string, args: unknown) => { text: string; bytes: Uint8Array };
let call: Call;
const folder = mkdtempSync(join(tmpdir(), 'bytes-'));

beforeAll(async () => {
  expect(existsSync(command), `${command} is built by cargo xtask studio --test`).toBe(true);
  const glue = (await import('../src/generated/everything.js')) as unknown as { initSync(o: { module: Uint8Array }): unknown; WebKiln: new () => { call(v: string, a: string, w: (e: string) => void): { text: string; bytes: Uint8Array } } };
  glue.initSync({ module: readFileSync(new URL('../src/generated/everything_bg.wasm', import.meta.url)) });
  const kiln = new glue.WebKiln();
  call = (verb, args) => kiln.call(verb, JSON.stringify(args), () => {});
});

function specFile(spec: object, name: string): string {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(spec));
  return file;
}

const makers: { spec: { maker: string } & Record<string, unknown>; seeds: number }[] = [
  { spec: { maker: 'dungeon' }, seeds: 20 },
  { spec: { maker: 'classic-dungeon' }, seeds: 20 },
  { spec: { maker: 'catan' }, seeds: 20 },
  { spec: { maker: 'terra-mystica' }, seeds: 20 },
  { spec: { maker: 'level' }, seeds: 20 },
  { spec: { maker: 'level-plan' }, seeds: 20 },
  { spec: { maker: 'world' }, seeds: 20 },
];

/**
 * What differs between two files; empty if nothing does. The rasteriser takes roots of cubics with the system's own arc cosine,
 * so a pixel in some millions may have another shade: pictures must have the same size and nearly the same length.
 */
function differs(name: string, a: Buffer, b: Buffer): string {
  if (a.equals(b)) return '';
  if (name.endsWith('.png')) {
    const near = Math.abs(a.length - b.length) <= 64 + b.length / 1000;
    if (a.subarray(0, 33).equals(b.subarray(0, 33)) && near) console.log(`${name}: some pixels differ`);
    else return name;
    return '';
  }
  if (name.endsWith('.uvtt')) {
    const [x, y] = [a, b].map((file) => JSON.parse(file.toString()) as { image: string });
    const picture = differs(`${name}.png`, Buffer.from(x!.image, 'base64'), Buffer.from(y!.image, 'base64'));
    return picture || (JSON.stringify({ ...x, image: '' }) === JSON.stringify({ ...y, image: '' }) ? '' : name);
  }
  if (name.endsWith('.zip')) {
    const [x, y] = [unzipSync(a), unzipSync(b)];
    if (Object.keys(x).join() !== Object.keys(y).join()) return `${name}: other files inside`;
    return Object.keys(x).map((inner) => differs(inner, Buffer.from(x[inner]!), Buffer.from(y[inner]!))).find(Boolean) ?? '';
  }
  return name;
}

for (const { spec, seeds } of makers) {
  test(`maps: ${spec.maker}`, () => {
    const file = specFile(spec, spec.maker);
    for (let n = 0; n < seeds; n++) {
      const seed = `bytes ${n}`;
      const out = join(folder, `${spec.maker}-${n}.json`);
      execFileSync(command, ['make', file, '--seed', seed, '--quiet', '-o', out]);
      const { bytes } = call('export', { doc: { spec, seed, edits: [] }, look: { format: 'json', name: 'x' } });
      expect(Buffer.from(bytes).toString() === readFileSync(out, 'utf8'), `${spec.maker} ${seed}`).toBe(true);
    }
  }, 600_000);

  // One maker of each kind of map: the files of a plan do not depend on who made it.
  test.runIf(['dungeon', 'catan', 'level', 'world'].includes(spec.maker))(`files: ${spec.maker}`, () => {
    // A small level is drawn in less time, and in the same formats.
    const one = spec.maker === 'level' ? { ...spec, grammar: 'lock-and-key' } : spec;
    const doc = { spec: one, seed: 'bytes 0', edits: [] };
    const file = specFile(one, `${spec.maker}-files`);
    const formats = JSON.parse(call('formats', { doc }).text) as { name: string; ending: string }[];
    expect(formats.length).toBeGreaterThan(2);
    for (const audience of ['game-master', 'players']) {
      // What is refused here is refused by the command too; all others are written at once.
      const written = new Map<string, { text: string; bytes: Uint8Array }>();
      for (const { name, ending } of formats) {
        try {
          written.set(name, call('export', { doc, look: { format: name, name: 'x', audience } }));
        } catch {
          const alone = () => execFileSync(command, ['make', file, '--seed', doc.seed, '--quiet', ...(audience === 'players' ? ['--player'] : []), '-o', join(folder, `refused.${ending}`)], { stdio: 'pipe' });
          expect(alone, `${name} for ${audience} is refused here only`).toThrow();
        }
      }
      // A format without an ending is for the terminal alone.
      const allowed = formats.filter(({ name, ending }) => ending && written.has(name));
      const folders = new Map(allowed.map(({ name }) => [name, mkdtempSync(join(folder, 'files-'))]));
      const outputs = allowed.flatMap(({ name, ending }) => ['-o', join(folders.get(name)!, `x.${ending}`)]);
      execFileSync(command, ['make', file, '--seed', doc.seed, '--quiet', ...(audience === 'players' ? ['--player'] : []), ...outputs], { stdio: 'pipe' });
      for (const { name } of allowed) {
        const { text, bytes } = written.get(name)!;
        let at = 0;
        const ours = new Map((JSON.parse(text) as { name: string; size: number }[]).map((f) => [f.name, Buffer.from(bytes.subarray(at, (at += f.size)))]));
        const theirs = readdirSync(folders.get(name)!).sort();
        expect([...ours.keys()].sort(), `${name} for ${audience}`).toEqual(theirs);
        for (const f of theirs) expect(differs(f, ours.get(f)!, readFileSync(join(folders.get(name)!, f))), `${f} (${name}, ${audience})`).toBe('');
      }
    }
  }, 600_000);
}

test('a medium dungeon, made and drawn by a warm module, beside the command', async () => {
  // Processor time of all three, one after another for each seed: what else the machine does falls on all of them alike. The
  // command reads its data each time.
  type Glue = { initSync(o: { module: Uint8Array }): unknown; WebKiln: new () => { call(v: string, a: string, w: (e: string) => void): { text: string } } };
  const warm = async (part: 'dungeon' | 'everything') => {
    const glue = (part === 'dungeon' ? await import('../src/generated/dungeon.js') : await import('../src/generated/everything.js')) as unknown as Glue;
    glue.initSync({ module: readFileSync(new URL(`../src/generated/${part}_bg.wasm`, import.meta.url)) });
    const kiln = new glue.WebKiln();
    const make = (seed: string) => {
      const began = process.cpuUsage();
      for (const verb of ['make', 'draw']) kiln.call(verb, JSON.stringify({ doc: { spec: { maker: 'dungeon' }, seed, edits: [] }, look: verb === 'draw' ? {} : undefined }), () => {});
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1000;
    };
    for (let n = 0; n < 8; n++) make(`warm ${n}`);
    return make;
  };
  const byCommand = (seed: string) => {
    const { stderr, status } = spawnSync('bash', ['-c', 'TIMEFORMAT="%U %S"; time "$0" "$@"', command, 'dungeon', '--seed', seed, '--quiet', '-o', join(folder, 'ratio.svg')], { encoding: 'utf8', env: { ...process.env, RAYON_NUM_THREADS: '1' } });
    expect(status).toBe(0);
    return 1000 * stderr.trim().split('\n').at(-1)!.split(' ').reduce((sum, part) => sum + Number(part), 0);
  };
  const [small, large] = [await warm('dungeon'), await warm('everything')];
  const rows = Array.from({ length: 15 }, (_, n) => ({ theirs: byCommand(`ratio ${n}`), small: small(`ratio ${n}`), large: large(`ratio ${n}`) }));
  const median = (list: number[]) => list.sort((a, b) => a - b)[list.length >> 1]!;
  const of = (part: 'small' | 'large') => median(rows.map((row) => row[part] / row.theirs));
  console.log(`medium dungeons: ${Math.round(median(rows.map((r) => r.theirs)))} ms by the command as built for tests; the part of dungeons takes ${of('small').toFixed(2)} times that, everything ${of('large').toFixed(2)} times (medians of 15)`);
  // The small module makes the first map; the other one takes over when it is there.
  expect(of('small')).toBeLessThan(1.9);
  expect(of('large')).toBeLessThan(1.4);
}, 120_000);
