/** The same bytes as the command: every maker, twenty seeds; every format for one of them. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const command = ['release', 'debug'].map((p) => new URL(`../../target/${p}/mapkiln`, import.meta.url).pathname).find((p) => existsSync(p));
const makers = ['dungeon', 'classic-dungeon', 'catan', 'level', 'level-plan', 'world'];

test.runIf(command)('maps and files', async () => {
  const glue = (await import('../src/generated/everything.js')) as unknown as { initSync(o: { module: Uint8Array }): unknown; WebKiln: new () => { call(v: string, a: string, w: (e: string) => void): { text: string; bytes: Uint8Array } } };
  glue.initSync({ module: readFileSync(new URL('../src/generated/everything_bg.wasm', import.meta.url)) });
  const kiln = new glue.WebKiln();
  const folder = mkdtempSync(join(tmpdir(), 'bytes-'));
  for (const maker of makers) {
    const count = maker === 'classic-dungeon' ? 4 : 20;
    const spec = join(folder, `${maker}.json`);
    const { writeFileSync } = await import('node:fs');
    writeFileSync(spec, JSON.stringify({ maker }));
    for (let n = 0; n < count; n++) {
      const seed = `bytes ${n}`;
      const file = join(folder, `${maker}-${n}.json`);
      execFileSync(command!, ['make', spec, '--seed', seed, '--quiet', '-o', file]);
      const { bytes } = kiln.call('export', JSON.stringify({ doc: { spec: { maker }, seed, edits: [] }, look: { format: 'json', name: 'x' } }), () => {});
      expect(Buffer.from(bytes).toString(), `${maker} ${seed}`).toBe(readFileSync(file, 'utf8'));
    }
  }
}, 600_000);
