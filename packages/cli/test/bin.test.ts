import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { newFolder } from 'screening-webhooks-test-support/run-folder';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { expressApp, serveReceiver } from './support/receivers.js';
import { SECRET } from './support/run-cli.js';

// Exit codes, pipes and signals need a separate process. Compiled once, so that each process starts quickly.
let bin: string;

beforeAll(async () => {
  bin = join(newFolder(), 'main.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('../src/main.ts', import.meta.url))],
    outfile: bin,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@screening-webhooks/source'],
    // Commander is CommonJS and requires Node's modules.
    banner: {
      js: "import { createRequire as ofFile } from 'node:module'; const require = ofFile(import.meta.url);",
    },
  });
}, 60_000);

/** Runs the bin in a separate process. */
function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [bin, ...args], {
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
  return { child, ended };
}

const TYPE = 'report.completed';
const options = { timeout: 60_000 };

it(
  'exits with 0, 1 or 2, and has colours and a width in a pipe only when they are set',
  options,
  async () => {
    const url = await serveReceiver(expressApp({ now: Date.now }));
    const [acked, refused, unknown, narrow] = await Promise.all([
      start(['trigger', TYPE, '--to', url], { FORCE_COLOR: '1' }).ended,
      start(['trigger', TYPE, '--to', url, '--secret', 'whsec_wrong']).ended,
      start(['trigger', 'report.complete', '--to', url]).ended,
      start(['verify', '--header', 't=1,v1=00', '--body', '{}'], { COLUMNS: '60' }).ended,
    ]);
    expect(acked).toMatchObject({ code: 0, err: '' });
    expect(acked.out).toContain('\u001b[32mAcked: its handler ran.');
    expect(refused.code).toBe(1);
    expect(refused.out).not.toContain('\u001b');
    expect(Math.max(...refused.out.split('\n').map((line) => line.length))).toBeGreaterThan(80);
    expect(unknown).toEqual({
      code: 2,
      out: '',
      err: 'error: unknown event type "report.complete"; did you mean report.completed?\n',
    });
    expect(narrow.code).toBe(1);
    for (const line of narrow.out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(60);
  },
);

it('reads a body from standard input', options, async () => {
  const { child, ended } = start(['verify', '--header', 't=1,v1=00', '--body', '-', '--json']);
  child.stdin.end('{}');
  expect((await ended).code).toBe(1);
});

it('Ctrl-C ends a run with a partial summary', options, async () => {
  let deliveries = 0;
  let child: ChildProcess | undefined;
  const url = await serveReceiver((_request, response) => {
    deliveries += 1;
    // The third delivery is never answered.
    if (deliveries < 3) response.end();
    else child?.kill('SIGINT');
  });
  const started = start(['trigger', TYPE, '--to', url, '--count', '9']);
  child = started.child;
  const { code, out, err } = await started.ended;
  expect(out).toContain('2 of 2 as expected.');
  expect([code, err]).toEqual([130, '']);
});

it('a reader that closes the pipe early is not an error', options, async () => {
  const { child, ended } = start(['trigger', '--help']);
  child.stdout.destroy();
  expect((await ended).err).toBe('');
});
