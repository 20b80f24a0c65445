import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { expressApp, serveReceiver } from './support/receivers.js';
import { SECRET } from './support/run-cli.js';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const node = ['--import', 'tsx', '--conditions=@screening-webhooks/source', main];

/** Runs the bin as a process of its own. */
function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [...node, ...args], {
    env: { PATH: process.env['PATH'], SCREENING_SECRET: SECRET, ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text;
  });
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }));
  });
  return { child, ended, out: () => out };
}

const TYPE = 'report.completed';
// A process takes a while to start on a busy machine.
const options = { timeout: 60_000 };

it('answers its shell: 0, 1 and 2', options, async () => {
  const url = await serveReceiver(expressApp({ now: Date.now }));
  const acked = await start(['trigger', TYPE, '--to', url]).ended;
  expect(acked).toMatchObject({ code: 0, err: '' });
  expect(acked.out).toContain('Acked: its handler ran.');
  const refused = start(['trigger', TYPE, '--to', url, '--secret', 'whsec_wrong']);
  expect((await refused.ended).code).toBe(1);
  const unknown = await start(['trigger', 'report.complete', '--to', url]).ended;
  expect(unknown).toEqual({
    code: 2,
    out: '',
    err: 'error: unknown event type "report.complete"; did you mean report.completed?\n',
  });
});

it('has no colours in a pipe, unless they are forced', options, async () => {
  const url = await serveReceiver(expressApp({ now: Date.now }));
  const args = ['trigger', TYPE, '--to', url];
  expect((await start(args).ended).out).not.toContain('\u001b');
  expect((await start(args, { FORCE_COLOR: '1' }).ended).out).toContain('\u001b[32m');
  const both = { FORCE_COLOR: '1', NO_COLOR: '1' };
  expect((await start(args, both).ended).out).not.toContain('\u001b');
});

it('reads a body from standard input', options, async () => {
  const { child, ended } = start(['verify', '--header', 't=1,v1=00', '--body', '-', '--json']);
  child.stdin.end('{}');
  expect((await ended).code).toBe(1);
});

it('Ctrl-C ends a run with a summary so far', options, async () => {
  let deliveries = 0;
  const url = await serveReceiver((_request, response) => {
    deliveries += 1;
    // The third never gets its answer.
    if (deliveries < 3) response.end();
  });
  const { child, ended } = start(['trigger', TYPE, '--to', url, '--count', '9']);
  await expect.poll(() => deliveries, { timeout: 30_000 }).toBe(3);
  child.kill('SIGINT');
  const { code, out, err } = await ended;
  expect(out).toContain('2 of 2 went as they should.');
  expect([code, err]).toEqual([130, '']);
});

it('a reader that has seen enough is no error', options, async () => {
  const { child, ended } = start(['trigger', '--help']);
  child.stdout.destroy();
  expect((await ended).err).toBe('');
});
