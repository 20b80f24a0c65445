import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installRuntime } from '../../../.ci/runtimes/install-runtime.mjs';
import { runtimes } from '../../../.ci/runtimes/runtimes.mjs';
import { bundled } from '../../measure/bundled.js';
import type { Row } from '../../measure/row.js';
import { primitivesInWorkerd } from './in-workerd.js';

const NODE = '24.';
/** What each runs, and how it is started. */
const runs: Readonly<Record<string, (executable: string) => Promise<readonly Row[]>>> = {
  node: onProgram([], ['verify', 'receive', 'primitives']),
  bun: onProgram(['run'], ['primitives']),
  deno: onProgram(['run', '--allow-all', '--no-remote', '--no-prompt'], ['primitives']),
  workerd: primitivesInWorkerd,
};

/** Our `verifyEvent` on other runtimes than this one, beside the best that each has for a MAC; Node 24 beside the peers too. */
export async function runtimesSubject(): Promise<readonly Row[]> {
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
    for (const row of await run(executable)) {
      const what = row.subject === 'runtimes' ? '' : `${row.subject}, `;
      rows.push({ ...row, subject: 'runtimes', contest: `${label}, ${what}${row.contest}` });
    }
  }
  return rows;
}

function onProgram(
  flags: readonly string[],
  subjects: readonly string[],
): (executable: string) => Promise<readonly Row[]> {
  return async (executable) => {
    const program = await bundled(new URL('program.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(executable, [...flags, program, ...subjects]);
    return JSON.parse(stdout);
  };
}
