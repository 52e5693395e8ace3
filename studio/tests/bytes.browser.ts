/** The same bytes as the command: twenty seeds of every maker, and every format of one map of each kind. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';

const command = process.env.MAPKILN ?? new URL('../../target/debug/mapkiln', import.meta.url).pathname;
const long = Boolean(process.env.LONG);
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

// The thesis' algorithm takes seconds a map: most of its seeds are for the long tests.
const makers: { spec: { maker: string } & Record<string, unknown>; seeds: number }[] = [
  { spec: { maker: 'dungeon' }, seeds: 20 },
  { spec: { maker: 'classic-dungeon' }, seeds: long ? 20 : 3 },
  { spec: { maker: 'catan' }, seeds: 20 },
  { spec: { maker: 'terra-mystica' }, seeds: 20 },
  { spec: { maker: 'level' }, seeds: 20 },
  { spec: { maker: 'level-plan' }, seeds: 20 },
  { spec: { maker: 'world' }, seeds: 20 },
];

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

  test(`files: ${spec.maker}`, () => {
    const doc = { spec, seed: 'bytes 0', edits: [] };
    const file = specFile(spec, spec.maker);
    const formats = JSON.parse(call('formats', { doc }).text) as { name: string; ending: string }[];
    expect(formats.length).toBeGreaterThan(2);
    for (const { name, ending } of formats) {
      for (const audience of ['game-master', 'players']) {
        const out = mkdtempSync(join(folder, 'files-'));
        let refused = '';
        try {
          execFileSync(command, ['make', file, '--seed', doc.seed, '--quiet', ...(audience === 'players' ? ['--player'] : []), '-o', join(out, `x.${ending}`)], { stdio: 'pipe' });
        } catch (problem) {
          refused = String((problem as { stderr: Buffer }).stderr);
        }
        let ours: Map<string, Buffer>;
        try {
          const { text, bytes } = call('export', { doc, look: { format: name, name: 'x', audience } });
          let at = 0;
          ours = new Map((JSON.parse(text) as { name: string; size: number }[]).map((f) => [f.name, Buffer.from(bytes.subarray(at, (at += f.size)))]));
        } catch {
          expect(refused, `${name} for ${audience} is refused here only`).not.toBe('');
          continue;
        }
        expect(refused, `${name} for ${audience} is refused by the command only`).toBe('');
        const theirs = readdirSync(out).sort();
        expect([...ours.keys()].sort(), `${name} for ${audience}`).toEqual(theirs);
        for (const f of theirs) expect(ours.get(f)?.equals(readFileSync(join(out, f))), `${f} (${name}, ${audience})`).toBe(true);
      }
    }
  }, 600_000);
}
