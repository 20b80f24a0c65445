import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { expect, it, onTestFinished } from 'vitest';
import { bundle } from '../../../../test/support/bundle-worker.js';

const PROCESSES = 20;
const ROUNDS = 8;

function start(program: string, folder: string) {
  const child = spawn(process.execPath, [program, folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    child,
    line: async () => String((await lines.next()).value),
    lock: () => child.stdin.write('now\n'),
  };
}

it(`one of ${PROCESSES} processes gets a lock that all of them find stale`, async () => {
  const program = await bundle(
    'test-slow/service/db/folder/support/lock-in-process.ts',
    'lock-in-process.mjs',
  );
  const folder = scratchFolder();
  writeFileSync(join(folder, 'screening-sandbox.lock.1'), '{"pid":4194305,"since":"2026"}');
  for (let round = 0; round < ROUNDS; round += 1) {
    const processes = Array.from({ length: PROCESSES }, () => start(program, folder));
    await Promise.all(processes.map(({ line }) => line()));
    for (const { lock } of processes) lock();
    const results = await Promise.all(processes.map(({ line }) => line()));
    expect(results.filter((result) => result === 'locked')).toHaveLength(1);
    expect(results.filter((result) => / is used by the process /.test(result))).toHaveLength(
      PROCESSES - 1,
    );
    expect(readdirSync(folder)).toEqual([`screening-sandbox.lock.${round + 2}`]);
    // All end without a release, so the next round finds a stale lock again.
    for (const { child } of processes) child.kill('SIGKILL');
    await Promise.all(
      processes.map(({ child }) => child.exitCode ?? child.signalCode ?? once(child, 'exit')),
    );
  }
});

it('processes that take turns never have the lock at the same time', async () => {
  const program = await bundle(
    'test-slow/service/db/folder/support/take-turns-in-process.ts',
    'take-turns-in-process.mjs',
  );
  const root = scratchFolder();
  const folder = join(root, 'locked');
  mkdirSync(folder);
  const processes = Array.from({ length: 6 }, () => {
    const args = [program, folder, join(root, 'held'), '400'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    return once(child, 'exit');
  });
  expect(await Promise.all(processes)).toEqual(Array(6).fill([0, null]));
});
