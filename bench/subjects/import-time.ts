import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Effort } from '../measure/effort.js';
import { inTurns, medianOf } from '../measure/rounds.js';
import type { Row } from '../measure/row.js';
import { rowsOf, secondRun } from '../measure/rows-of.js';

const OURS = '@screening-webhooks/core';
const BUILT_IN = 'a file that imports node:crypto';
const folder = fileURLToPath(new URL('../dist', import.meta.url));

/** Milliseconds of `import()` in a new process, beside other libraries and beside the built-in module that the core loads. */
export async function importSubject(effort: Effort): Promise<readonly Row[]> {
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/built-in.mjs`;
  writeFileSync(file, "import 'node:crypto';\n");
  const specifiers: Readonly<Record<string, string>> = {
    [BUILT_IN]: pathToFileURL(file).href,
    [secondRun(BUILT_IN)]: pathToFileURL(file).href,
    [OURS]: OURS,
    svix: 'svix',
    stripe: 'stripe',
  };
  const times = await inTurns(effort, Object.keys(specifiers), { rounds: 15 }, (name) =>
    importTime(specifiers[name] ?? name),
  );
  return rowsOf({ subject: 'import', contest: 'in a new process' }, times, BUILT_IN, {
    pairs: [
      // Node's start of the first file and of node:crypto cannot be avoided. The aim is 1.3 times as long.
      { name: OURS, against: BUILT_IN, budget: 0.6 },
      // Measured: 1.43 to 1.53.
      { name: OURS, against: 'svix', budget: 1.3 },
    ],
    figuresOf: (name) => ({ ms: medianOf(times, name) }),
  });
}

function importTime(specifier: string): number {
  const program = `const start = performance.now(); await import('${specifier}'); console.log(performance.now() - start);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  return Number(output);
}
