import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Effort } from '../measure/effort.js';
import { inTurns, medianOf } from '../measure/rounds.js';
import type { Row } from '../measure/row.js';
import { rowsOf, secondRun } from '../measure/rows-of.js';

const OURS = '@screening-webhooks/core';
const BUILT_IN = 'an empty package that imports node:crypto';
const EMPTY_PACKAGE = 'built-in-only';
const folder = fileURLToPath(new URL('../dist', import.meta.url));

/** CPU milliseconds of `import()` in a new process, beside other libraries and beside the built-in module that the core loads. */
export async function importSubject(effort: Effort): Promise<readonly Row[]> {
  writeEmptyPackage();
  const specifiers: Readonly<Record<string, string>> = {
    [BUILT_IN]: EMPTY_PACKAGE,
    [secondRun(BUILT_IN)]: EMPTY_PACKAGE,
    [OURS]: OURS,
    svix: 'svix',
    stripe: 'stripe',
  };
  const times = await inTurns(effort, Object.keys(specifiers), { rounds: 31 }, (name) =>
    importTime(specifiers[name] ?? name),
  );
  return rowsOf({ subject: 'import', contest: 'in a new process' }, times, BUILT_IN, {
    pairs: [
      // Node's search for a package, its start of the first file and of node:crypto cannot be avoided.
      { name: OURS, against: BUILT_IN, budget: 0.7 },
      // Measured: 1.43 to 1.53.
      { name: OURS, against: 'svix', budget: 1.3 },
    ],
    figuresOf: (name) => ({ ms: medianOf(times, name) }),
  });
}

// A package, not a file: to find one by its name costs Node as much as to load it.
function writeEmptyPackage(): void {
  const at = `${folder}/node_modules/${EMPTY_PACKAGE}`;
  mkdirSync(at, { recursive: true });
  const exports = { '.': { import: { node: './index.js', default: './index.js' } } };
  writeFileSync(`${at}/package.json`, JSON.stringify({ type: 'module', exports }));
  writeFileSync(`${at}/index.js`, "import 'node:crypto';\n");
}

function importTime(specifier: string): number {
  const program = `const before = process.cpuUsage(); await import('${specifier}'); const { user, system } = process.cpuUsage(before); console.log((user + system) / 1000);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    // From where the empty package is found. The others are found above it.
    cwd: folder,
  });
  return Number(output);
}
