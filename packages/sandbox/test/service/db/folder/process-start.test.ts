import { spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { expect, it, onTestFinished } from 'vitest';
import {
  processRuns,
  processStart,
  startFromPs,
} from '../../../../src/service/db/folder/process-start.js';

it('is the same each time for a process, and another for another', () => {
  expect(processStart(process.pid)).toBe(processStart(process.pid));
  expect(processStart(process.pid)).not.toBe(processStart(process.ppid));
});

it.runIf(process.platform === 'linux')(
  'reads past a name with spaces and parentheses',
  async () => {
    const program = join(scratchFolder(), 'a) Z 1 (b');
    copyFileSync('/bin/sleep', program);
    const child = spawn(program, ['600']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const pid = child.pid ?? 0;
    expect(processStart(pid)).toMatch(/^[0-9a-f-]{36} \d+$/);
    expect(processStart(pid)).toBe(processStart(pid));
    expect(processRuns(pid)).toBe(true);
  },
);

it.skipIf(process.platform === 'win32')(
  'has a second source, in one language and time zone',
  () => {
    expect(startFromPs(process.pid)).toMatch(/^\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}$/);
    expect(startFromPs(2 ** 22 + 1)).toBeUndefined();
  },
);

it('a pid that no process has does not run', () => {
  expect(processRuns(2 ** 22 + 1)).toBe(false);
  expect(processStart(2 ** 22 + 1)).toBeUndefined();
});
