import { execFileSync } from 'node:child_process';
import { inTurns, medianOf } from '../measure/rounds.js';
import type { Row } from '../measure/row.js';
import { again, noiseOf, rowsOf } from '../measure/rows-of.js';

const OURS = '@screening-webhooks/core';
const SHARE_OF_SVIX = 0.25;
const OVER_CRYPTO_MS = 3;

/** Milliseconds of `import()` in a new process, beside peers: the ratio is svix's time to theirs. */
export async function coldStartSubject(): Promise<readonly Row[]> {
  const modules = ['svix', again('svix'), OURS, 'stripe', 'node:crypto'];
  const times = await inTurns(modules, { rounds: 15 }, importTime);
  const heading = { subject: 'import', contest: 'in a new process' };
  const over = medianOf(times, OURS) - medianOf(times, 'node:crypto');
  return [
    ...rowsOf(heading, times, 'svix', {
      pairs: [{ name: OURS, against: 'svix', budget: 1 / SHARE_OF_SVIX }],
      figuresOf: (name) => ({ ms: medianOf(times, name) }),
    }),
    {
      ...heading,
      name: `${OURS}, over node:crypto, against ${OVER_CRYPTO_MS} ms`,
      figures: { ms: over },
      ratio: OVER_CRYPTO_MS / over,
      noise: noiseOf(times, 'svix'),
      budget: 1,
    },
  ];
}

function importTime(name: string): number {
  const module = name.replace(again(''), '');
  const program = `const start = performance.now(); await import('${module}'); console.log(performance.now() - start);`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  return Number(output);
}
