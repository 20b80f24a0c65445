import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { newFolder } from 'screening-webhooks-test-support/run-folder';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { expressApp, serveReceiver } from './support/receivers.js';
import { SECRET } from './support/run-cli.js';

// What only a process of its own shows: exit codes, pipes and signals. Compiled once, so that each process starts quickly.
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
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
}, 60_000);

/** Runs the bin as a process of its own. */
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

it('exits with 0, 1 or 2', options, async () => {
  const url = await serveReceiver(expressApp({ now: Date.now }));
  const [acked, refused, unknown] = await Promise.all([
    start(['trigger', TYPE, '--to', url]).ended,
    start(['trigger', TYPE, '--to', url, '--secret', 'whsec_wrong']).ended,
    start(['trigger', 'report.complete', '--to', url]).ended,
  ]);
  expect(acked).toMatchObject({ code: 0, err: '' });
  expect(acked.out).toContain('Acked: its handler ran.');
  expect(refused.code).toBe(1);
  expect(unknown).toEqual({
    code: 2,
    out: '',
    err: 'error: unknown event type "report.complete"; did you mean report.completed?\n',
  });
});

it('has no colours in a pipe, unless they are forced', options, async () => {
  const url = await serveReceiver(expressApp({ now: Date.now }));
  const args = ['trigger', TYPE, '--to', url];
  const [plain, forced, both] = await Promise.all([
    start(args).ended,
    start(args, { FORCE_COLOR: '1' }).ended,
    start(args, { FORCE_COLOR: '1', NO_COLOR: '1' }).ended,
  ]);
  expect(plain.out).not.toContain('\u001b');
  expect(forced.out).toContain('\u001b[32m');
  expect(both.out).not.toContain('\u001b');
});

it('in a pipe, a row of a table is one line, unless COLUMNS is set', options, async () => {
  const url = await serveReceiver((_request, response) => response.writeHead(500).end());
  const args = ['prove', url, '--only', 'bytes', '--seed', 's'];
  const [unlimited, narrow] = await Promise.all([
    start(args).ended,
    start(args, { COLUMNS: '60' }).ended,
  ]);
  const rows = unlimited.out.split('\n\n')[0]?.split('\n') ?? [];
  expect(rows.length).toBe(
    1 + (unlimited.out.match(/^(passed|failed|advised|unproven) /gm)?.length ?? 0),
  );
  expect(Math.max(...rows.map((row) => row.length))).toBeGreaterThan(80);
  expect(narrow.code).toBe(unlimited.code);
  for (const line of narrow.out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(60);
});

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
