import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, constants, readFileSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { recordingTerminal, UsageError } from 'screening-webhooks-terminal';
import { expect, it, onTestFinished } from 'vitest';
import { openCaptureFile } from '../../src/capture/capture-file.js';
import { readCaptures } from '../../src/capture/read-captures.js';
import { captured } from '../support/captures.js';
import { scratch } from '../support/scratch.js';

async function record(path: string): Promise<void> {
  const file = await openCaptureFile(path);
  await file.append(captured());
  await file.close();
}

it('appends, on a line of its own also after a line that has no end', async () => {
  const path = scratch().file('c.jsonl');
  await record(path);
  const whole = readFileSync(path, 'utf8');
  await record(path);
  expect(readFileSync(path, 'utf8')).toBe(whole + whole);
  // As an editor may leave it.
  const edited = scratch().file('edited.jsonl', whole.trimEnd());
  await record(edited);
  expect(await readCaptures(edited, 'replay', recordingTerminal())).toHaveLength(2);
});

it('makes a file that was there readable by its owner only', async () => {
  const path = scratch().file('c.jsonl', '');
  chmodSync(path, 0o644);
  await record(path);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('refuses what is not a file, and leaves its mode', async () => {
  const path = scratch().file('pipe');
  execFileSync('mkfifo', ['-m', '640', path]);
  // Opening the pipe does not wait for a reader then.
  const reader = await open(path, constants.O_RDWR);
  onTestFinished(() => reader.close());
  await expect(openCaptureFile(path)).rejects.toThrow(
    new UsageError(`--out: cannot write ${path}: it is not a regular file.`),
  );
  expect(statSync(path).mode & 0o777).toBe(0o640);
});

it.runIf(process.geteuid?.() === 0)("refuses another user's file", async () => {
  const folder = scratch();
  const path = folder.file('c.jsonl', '');
  chmodSync(path, 0o666);
  chownSync(folder.path, 65_534, 65_534);
  process.seteuid?.(65_534);
  try {
    await expect(openCaptureFile(path)).rejects.toThrow(
      new UsageError(`--out: cannot write ${path}: its permissions forbid it.`),
    );
  } finally {
    process.seteuid?.(0);
  }
});
