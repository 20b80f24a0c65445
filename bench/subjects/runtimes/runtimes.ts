import { installRuntime, runtimes } from '../../../tests/packed/runtimes.mjs';
import type { Effort } from '../../measure/effort.js';
import { runProgram } from '../../measure/program.js';
import type { Row } from '../../measure/row.js';
import { OURS } from './candidates.js';
import { byHandInWorkerd } from './in-workerd.js';

const NODE = '24.';
// verifyEvent beside the same by hand with the fastest MAC. Measured in this order: 1.09 to 1.38, 0.73 to 0.86, 0.73 to 0.86, and
// 0.84 to 0.96; the noise of Deno and workerd is up to 24 %.
const OF_BY_HAND: Readonly<Record<string, number>> = {
  node: 0.98,
  bun: 0.68,
  deno: 0.7,
  workerd: 0.78,
};
type Run = (executable: string, effort: Effort) => Promise<readonly Row[]>;

/** How each runtime is started, and the subjects that it runs. */
const runs: Readonly<Record<string, Run>> = {
  node: onProgram([], ['verify', 'receive', 'by hand']),
  bun: onProgram(['run'], ['by hand']),
  deno: onProgram(['run', '--allow-all', '--no-remote', '--no-prompt'], ['by hand']),
  workerd: byHandInWorkerd,
};

/** `verifyEvent` on other runtimes, beside the same by hand with the fastest MAC of each; on Node 24 beside other libraries too. */
export async function runtimesSubject(effort: Effort): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const { name, version } of runtimes) {
    const run = runs[name];
    if (!run || (name === 'node' && !version.startsWith(NODE))) continue;
    const label = `${name} ${version}`;
    const executable = await installRuntime(name, version).catch(() => undefined);
    if (executable === undefined) {
      const skipped = 'npm could not install it';
      rows.push({ subject: 'runtimes', contest: label, name: 'verifyEvent', skipped });
      continue;
    }
    for (const row of await run(executable, effort)) {
      const budget = isOursByHand(row) ? OF_BY_HAND[name] : row.budget;
      const what = row.subject === 'runtimes' ? '' : `${row.subject}, `;
      const contest = `${label}, ${what}${row.contest}`;
      rows.push({ ...row, subject: 'runtimes', contest, ...(budget !== undefined && { budget }) });
    }
  }
  return rows;
}

function isOursByHand({ subject, name }: Row): boolean {
  return subject === 'runtimes' && name.startsWith(OURS);
}

function onProgram(flags: readonly string[], subjects: readonly string[]): Run {
  const program = new URL('program.ts', import.meta.url);
  return async (executable, effort) =>
    JSON.parse(
      await runProgram(program, { effort, command: [executable, ...flags], args: subjects }),
    );
}
