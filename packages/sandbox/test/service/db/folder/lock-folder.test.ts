import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { DataFolderError } from '../../../../src/service/db/folder/folder-errors.js';
import { lockFolder } from '../../../../src/service/db/folder/lock-folder.js';
import { processRuns, processStart } from '../../../../src/service/db/folder/process-start.js';

let folder: string;

beforeEach(() => {
  folder = scratchFolder();
});

const lockName = (number: number) => `screening-sandbox.lock.${number}`;
const since = '2026-01-02T03:04:05.678Z';

/** Writes a lock as another process would. */
function writeLock(number: number, content: string | object): void {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folder, lockName(number)), text);
}

function expectTaken(number: number): void {
  const { release } = lockFolder(folder);
  expect(readdirSync(folder)).toEqual([lockName(number)]);
  release();
}

/** A process that runs until the test ends, and its child, which it does not reap. */
async function startParentOfZombie(): Promise<{ running: number; zombie: number }> {
  const child = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [text] = await once(child.stdout, 'data');
  const zombie = Number(String(text));
  onTestFinished(() => {
    if (processRuns(zombie)) process.kill(zombie, 'SIGKILL');
  });
  return { running: child.pid ?? 0, zombie };
}

it('says which process has the folder since when, and frees it', () => {
  const before = new Date().toISOString();
  const lock = lockFolder(folder);
  const note = JSON.parse(readFileSync(join(folder, lockName(1)), 'utf8'));
  expect(note).toMatchObject({ pid: process.pid, processStart: processStart(process.pid) });
  expect(note.since >= before).toBe(true);
  lock.release();
  expectTaken(2);
});

it('refuses the process that has it already, by each bundle of this module', () => {
  const lock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(/is used by this process since .* Stop it, or choose/);
  expect(readdirSync(folder)).toEqual([lockName(1)]);
  lock.release();
});

it('a second release frees nothing that another has taken', () => {
  const first = lockFolder(folder);
  first.release();
  const second = lockFolder(folder);
  first.release();
  expect(() => lockFolder(folder)).toThrow(DataFolderError);
  second.release();
});

it('a release frees no lock of a folder that was put in its place', () => {
  const first = lockFolder(folder);
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  const second = lockFolder(folder);
  first.release();
  expect(() => lockFolder(folder)).toThrow(DataFolderError);
  second.release();
});

it('refuses while another process runs, with the same start or with one that nobody knows', async () => {
  const { running } = await startParentOfZombie();
  for (const start of [processStart(running), undefined]) {
    writeLock(1, { pid: running, processStart: start, since });
    expect(() => lockFolder(folder)).toThrow(
      `${folder} is used by the process ${running} since ${since}. Stop it, or choose another folder.`,
    );
  }
});

it('refuses the process of another user', () => {
  // Process 1 exists on every system, and starts before all others.
  writeLock(1, { pid: 1, processStart: processStart(1), since });
  expect(() => lockFolder(folder)).toThrow('is used by the process 1 since');
});

it('takes over after the end of the process', async () => {
  const child = spawn('true');
  await once(child, 'exit');
  writeLock(7, { pid: child.pid, processStart: 'whenever', since });
  expectTaken(8);
});

it.runIf(process.platform === 'linux')(
  'takes over from a process that waits for its parent',
  async () => {
    const { running, zombie } = await startParentOfZombie();
    const status = `/proc/${zombie}/stat`;
    // The shell would reap its child; the program that replaces it does not.
    await expect.poll(() => readFileSync(`/proc/${running}/comm`, 'utf8')).toBe('sleep\n');
    process.kill(zombie, 'SIGKILL');
    await expect.poll(() => readFileSync(status, 'utf8'), { timeout: 60_000 }).toContain(') Z');
    writeLock(1, { pid: zombie, processStart: processStart(zombie), since });
    expectTaken(2);
  },
);

it('takes over when another process has got the pid', async () => {
  const { running } = await startParentOfZombie();
  writeLock(1, { pid: running, processStart: 'another start', since });
  expectTaken(2);
});

it.each([
  ['nothing, as after a release', ''],
  ['no JSON', 'lock\n'],
  ['no process', '{"pid":"1"}'],
  ['a process group', JSON.stringify({ pid: -1, since })],
])('takes over a lock with %s', (_, content) => {
  writeLock(1, content);
  expectTaken(2);
});

it('the highest number counts, and takes the place of the others', async () => {
  const { running } = await startParentOfZombie();
  writeLock(2, { pid: running, since });
  writeLock(9, '');
  mkdirSync(join(folder, lockName(10)));
  expectTaken(11);
});

it('deletes what dead processes have left, and nothing else', async () => {
  const child = spawn('true');
  await once(child, 'exit');
  const others = ['lock.1', 'screening-sandbox.lock.new-1-x'];
  for (const name of [...others, `screening-sandbox.lock.new-${child.pid}-x`]) {
    writeFileSync(join(folder, name), '');
  }
  const { release } = lockFolder(folder);
  expect(readdirSync(folder).sort()).toEqual([...others, lockName(1)].sort());
  release();
});

it('a folder that is not there fails as the system says', () => {
  expect(() => lockFolder(join(folder, 'none'))).toThrow(/ENOENT/);
  expect(readdirSync(folder)).toEqual([]);
});
