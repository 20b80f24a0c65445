import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { databaseTemplate } from '../../../../../../../.ci/database-template.mjs';
import { bundle } from '../../../../../test/support/bundle-worker.js';

export interface Writer {
  readonly child: ChildProcess;
  /** The printed lines: `open`, then the numbers of committed rows, then JSON. Ends with the process. */
  readonly lines: AsyncIterable<string>;
  /** Lets the writer continue after a failed write. */
  goOn(): void;
}

/** Starts a process that writes rows of `size` bytes to the database of a folder as fast as it can. */
export async function startWriter(folder: string, size = 0): Promise<Writer> {
  const program = await bundle(
    'test-slow/service/db/folder/support/write-in-process.ts',
    'write-in-process.mjs',
  );
  const child = spawn(process.execPath, [program, folder, String(size)], {
    env: { ...process.env, SCREENING_SANDBOX_TEMPLATE: await databaseTemplate() },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return {
    child,
    lines: createInterface(child.stdout),
    goOn: () => child.stdin.write('go on\n'),
  };
}
