// A file with a wrong type on purpose must be refused, so that the generated types are known to be used.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

const file = 'src/kernel/wrong-on-purpose.ts';
writeFileSync(
  file,
  "import type { Spec } from './document';\nexport const wrong: Spec = { maker: 'dungeon', locks: 'two' };\n",
);
let refused = false;
try {
  execFileSync('node_modules/.bin/tsc', ['--noEmit', '--pretty', 'false'], { stdio: 'pipe' });
} catch (problem) {
  refused = String(problem.stdout).includes('wrong-on-purpose.ts');
} finally {
  rmSync(file);
}
if (!refused) {
  console.error('a wrong type was not refused: are the generated types used?');
  process.exit(1);
}
