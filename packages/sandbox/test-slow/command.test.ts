import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { scratchFolder } from 'screening-webhooks-test-support/scratch-folder';
import { serve } from 'screening-webhooks-test-support/serve';
import { until } from 'screening-webhooks-test-support/until';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { bundleCommand } from '../test/support/bundle-command.js';

let program = '';

beforeAll(async () => {
  program = await bundleCommand();
});

function start(...flags: string[]) {
  const child = spawn(process.execPath, [program, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  return { child, stderr: () => stderr };
}

/** The first line of the command. Fails if the command ends without one. */
async function firstLine(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  for await (const line of createInterface(child.stdout)) return line;
  throw new Error('The command has printed nothing.');
}

it('starts with one line of JSON, writes the file, answers, and ends at a signal', async () => {
  const file = join(scratchFolder(), '.env.local');
  const { child } = start(
    ...['--json', '--port', '0', '--frozen', '--clock', '2026-01-01T00:00:00Z'],
    ...['--forward-to', 'http://localhost:3000/hooks', '--write-env', file],
  );
  const described = JSON.parse(await firstLine(child));
  expect(described).toMatchObject({
    keys: {
      full: expect.stringMatching(/^bss_full_/),
      candidate: expect.stringMatching(/^bss_cand_/),
    },
    endpoints: [
      { url: 'http://localhost:3000/hooks', secret: expect.stringMatching(/^whsec_sbx_/) },
    ],
  });
  expect((await fetch(`${described.url}/healthz`)).status).toBe(200);
  expect(readFileSync(file, 'utf8')).toContain(
    `SCREENING_SECRET=${described.endpoints[0].secret}\n`,
  );
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'at a %s, answers the request in progress, and then ends',
  async (signal) => {
    const { child, stderr } = start('--json', '--port', '0', '--frozen');
    const { url, keys } = JSON.parse(await firstLine(child));
    const { port } = new URL(url);
    const body = JSON.stringify({ label: 'Late', scope: 'full_access' });
    const socket = connect(Number(port), '127.0.0.1');
    const idle = connect(Number(port), '127.0.0.1');
    await Promise.all([once(socket, 'connect'), once(idle, 'connect')]);
    const head = [
      'POST /v1/api-keys HTTP/1.1',
      'Host: localhost',
      `Authorization: Bearer ${keys.full}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    // The service has the request, and waits for the body.
    expect(String(await once(socket, 'data'))).toContain('100 Continue');
    child.kill(signal);
    await once(idle, 'close');
    socket.write(body);
    expect(String(await once(socket, 'data'))).toMatch(
      /^HTTP\/1\.1 201 (?:.*\r\n)*connection: close\r\n/i,
    );
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(stderr()).toBe(
      `screening-sandbox: stopping at ${signal}, once the work in progress has ended\n`,
    );
  },
);

it('--log json reports the start and the stop in lines of JSON', async () => {
  const { child, stderr } = start('--json', '--log', 'json', '--port', '0', '--frozen');
  const { url } = JSON.parse(await firstLine(child));
  // The command handles signals once it answers.
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  const lines = stderr().trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'started', storage: 'memory', clock: 'frozen' },
    { event: 'stopping', reason: 'SIGTERM' },
    { event: 'stopped', reason: 'SIGTERM' },
  ]);
});

it.each([
  ['SIGTERM', 'SIGTERM', 143],
  ['SIGINT', 'SIGINT', 130],
  ['SIGTERM', 'SIGINT', 130],
  ['SIGINT', 'SIGTERM', 143],
] as const)(
  // The second signal has the five seconds in which the service waits for the client.
  'at a %s, then a %s, ends at once with %i',
  async (first, second, code) => {
    const { child } = start('--json', '--port', '0', '--frozen');
    const { url, keys } = JSON.parse(await firstLine(child));
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    const idle = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    await Promise.all([once(socket, 'connect'), once(idle, 'connect')]);
    socket.write(
      `POST /v1/api-keys HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${keys.full}\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
    );
    await once(socket, 'data');
    child.kill(first);
    await once(idle, 'close');
    const ended = once(child, 'close');
    child.kill(second);
    expect(await ended).toEqual([code, null]);
  },
);

it('continues when nothing reads its stderr anymore', async () => {
  const { child } = start('--json', '--log', 'json', '--port', '0', '--frozen', '--seed', 'none');
  const { url } = JSON.parse(await firstLine(child));
  const closed = once(child.stderr, 'close');
  child.stderr.destroy();
  await closed;
  for (let calls = 0; calls < 2; calls += 1) {
    // A refused control is logged.
    expect((await fetch(`${url}/_sandbox/clock`)).status).toBe(401);
  }
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

const TYPE = 'document_verification.completed';

/** A service, and commands that call it, each in its own process. */
async function serviceWithCommands(...flags: string[]) {
  const { child } = start('--json', ...flags);
  const { url, keys, controlToken } = JSON.parse(await firstLine(child));
  const env = { SCREENING_API_KEY: keys.full, SCREENING_CONTROL_TOKEN: controlToken };
  const command = (...args: string[]) => {
    const spawned = spawn(process.execPath, [program, ...args, '--json', '--url', url], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    onTestFinished(() => void spawned.kill('SIGKILL'));
    let told = '';
    spawned.stderr.on('data', (chunk) => {
      told += String(chunk);
    });
    return Object.assign(spawned, { told: () => told });
  };
  const run = async (...args: string[]): Promise<unknown> => {
    const running = command(...args);
    running.stdout.resume();
    return once(running, 'close');
  };
  /** Resolves when the command listens, with its first line. */
  const listen = async (to: string) => {
    const listening = command('listen', '--forward-to', to);
    const [line] = await once(listening.stdout, 'data');
    return { listening, endpoint: JSON.parse(String(line)).endpoint };
  };
  const endpoints = async (): Promise<string> => {
    const headers = { authorization: `Bearer ${keys.full}` };
    return (await fetch(`${url}/v1/webhook-endpoints`, { headers })).text();
  };
  return { child, port: new URL(url).port, run, listen, endpoints };
}

// In its process, a stream that stays open would keep it alive.
it('wait ends', async () => {
  const { run, listen } = await serviceWithCommands('--port', '0');
  await listen('http://localhost:9/hooks');
  expect(await run('trigger', TYPE)).toEqual([0, null]);
  expect(await run('deliveries', 'wait', '--type', TYPE)).toEqual([0, null]);
});

it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'a closed pipe'] as const)(
  'listen ends at %s with 0, and deletes its endpoint',
  async (end) => {
    const { run, listen, endpoints } = await serviceWithCommands('--port', '0', '--seed', 'none');
    const { listening } = await listen('http://localhost:9/hooks');
    expect(await endpoints()).toContain('http://localhost:9/hooks');
    const closed = once(listening, 'exit');
    if (end === 'a closed pipe') {
      listening.stdout.destroy();
      await run('trigger', TYPE);
    } else {
      listening.stdout.resume();
      listening.kill(end);
      // The shell and the system both signal that the terminal is gone.
      if (end === 'SIGHUP') listening.kill(end);
    }
    expect(await closed).toEqual([0, null]);
    expect(await endpoints()).not.toContain('hooks');
  },
);

it('a listen that was killed has no endpoint after a minute, and until then the next one has it', async () => {
  const paths: unknown[] = [];
  const { url } = await serve((req, res) => {
    paths.push(req.url);
    res.end();
  });
  const { run, listen, endpoints } = await serviceWithCommands('--port', '0', '--seed', 'none');
  const killed = await listen(`${url}/hooks`);
  const other = await listen(`${url}/other`);
  killed.listening.kill('SIGKILL');
  other.listening.kill('SIGKILL');
  const next = await listen(`${url}/hooks`);
  expect(next.endpoint).toEqual(killed.endpoint);
  next.listening.stdout.resume();
  // The service deletes it after 45 to 75 seconds.
  await vi.waitFor(async () => expect(await endpoints()).not.toContain('/other'), {
    timeout: 120_000,
    interval: 500,
  });
  expect(await endpoints()).toContain('/hooks');
  expect(await run('trigger', TYPE, '--wait')).toEqual([0, null]);
  expect(paths).toEqual(['/hooks']);
  next.listening.kill('SIGTERM');
  expect(await once(next.listening, 'exit')).toEqual([0, null]);
  expect(await endpoints()).not.toContain('hooks');
});

it('a listen waits for its service, and then has its endpoint again', async () => {
  const signatures: unknown[] = [];
  const { url } = await serve((req, res) => {
    signatures.push(req.headers['service-signature']);
    res.end();
  });
  const flags = ['--seed', 'none', '--data', join(scratchFolder(), 'data')];
  const { child, port, run, listen, endpoints } = await serviceWithCommands(
    ...['--port', '0', ...flags],
  );
  const { listening, endpoint } = await listen(`${url}/hooks`);
  listening.stdout.resume();
  child.kill('SIGKILL');
  await until(
    () => listening.told() === 'The service does not answer. Waiting for it until Ctrl-C.\n',
  );
  await firstLine(start('--json', '--port', port, ...flags).child);
  await until(() => listening.told().endsWith('The service answers again.\n'));
  expect(await endpoints()).toContain(endpoint.id);
  expect(await run('trigger', TYPE, '--wait')).toEqual([0, null]);
  expect(signatures).toHaveLength(1);
  listening.kill('SIGTERM');
  expect(await once(listening, 'exit')).toEqual([0, null]);
  expect(await endpoints()).not.toContain('hooks');
});
