// Starts the command with a kind of storage, and calls its API.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { killOnExit, scratchFolder } from '../crash/cleanup.mjs';
import { createScratchDatabase } from '../support/scratch-database.ts';

const program = fileURLToPath(
  new URL('../../packages/sandbox/dist/esm/cli/main.js', import.meta.url),
);
const measure = new URL('measure.mjs', import.meta.url).href;
// Ends an action that waits in vain.
const MOST_WALL_MS = 90_000;

/** Prepares each kind of storage. @returns `{ args, env, drop }` for the command */
const modes = {
  memory: async () => ({ args: [], env: {} }),
  folder: async () => ({ args: ['--data', join(scratchFolder(), 'data')], env: {} }),
  async postgres() {
    const { url, drop } = await createScratchDatabase();
    const env = {
      SCREENING_DATABASE_URL: url,
      SCREENING_API_KEY: 'bss_full_turnsturnsturnsturnsturns',
    };
    return { args: ['--controls'], env, drop };
  },
};

/** The operations that were called. */
export const called = new Set();

export async function startService(mode, args = []) {
  const storage = await modes[mode]();
  const startArgs = ['--port', '0', '--json', '--rate-limit', 'off', '--seed', 'none'];
  const child = killOnExit(
    spawn(
      process.execPath,
      ['--import', measure, program, 'start', ...startArgs, ...storage.args, ...args],
      {
        env: { ...process.env, ...storage.env },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    ),
  );
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors = (errors + text).slice(-20_000);
  });
  const answers = new Map();
  child.on('message', ({ id, result, error }) => {
    const { resolve, reject } = answers.get(id);
    answers.delete(id);
    if (error) reject(new Error(error));
    else resolve(result);
  });
  let lastId = 0;
  const tell = (name, rest = {}) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      answers.set(lastId, { resolve, reject });
      child.send({ id: lastId, name, ...rest }, (error) => error && reject(error));
    });
  const description = await new Promise((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (output.includes('\n')) resolve(JSON.parse(output));
    });
    child.once('close', () => reject(new Error(`The service did not start: ${errors}`)));
  });
  const { url, keys, controlToken, integrationId } = description;
  const key = storage.env.SCREENING_API_KEY ?? keys.full;

  async function request(method, path, body, headers = {}) {
    const isRaw =
      typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData;
    const response = await fetch(path.startsWith('http') ? path : `${url}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && !isRaw ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      body: body === undefined || isRaw ? body : JSON.stringify(body),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const answer = isJson ? JSON.parse(bytes) : bytes;
    return { status: response.status, headers: response.headers, body: answer, bytes };
  }

  return {
    mode,
    url,
    key,
    integrationId,
    tell,
    get errors() {
      return errors;
    },
    request,
    /** Calls an operation, whatever its answer is. */
    async call(method, path, body, headers = {}) {
      called.add(`${method} ${new URL(path, url).pathname}`);
      return request(method, path, body, { authorization: `Bearer ${key}`, ...headers });
    },
    /** Calls an operation, which must succeed. @returns the body of the answer. */
    async api(method, path, body, headers) {
      const answer = await this.call(method, path, body, headers);
      if (answer.status < 300) return answer.body;
      const text = JSON.stringify(answer.body).slice(0, 500);
      throw new Error(`${method} ${path.slice(0, 200)}: ${answer.status} ${text}`);
    },
    async control(path, body, method = body === undefined ? 'GET' : 'POST') {
      const headers = { authorization: `Bearer ${controlToken}` };
      const answer = await request(method, `/_sandbox${path}`, body, headers);
      if (answer.status < 300) return answer.body;
      throw new Error(
        `/_sandbox${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`,
      );
    },
    /** Runs statements in its database. @returns the rows of the last. */
    sql: (text) => tell('sql', { text }),
    /** CPU milliseconds of its main thread so far. Works even while its event loop is blocked. */
    cpu() {
      const stat = `/proc/${child.pid}/task/${child.pid}/schedstat`;
      return Number.parseInt(readFileSync(stat, 'latin1'), 10) / 1e6;
    },
    async end() {
      if (child.exitCode === null && child.signalCode === null) {
        const closed = once(child, 'close');
        child.kill('SIGKILL');
        await closed;
      }
      await storage.drop?.();
    },
  };
}

/**
 * Measures the turns while `run` runs.
 *
 * @param options.limit The CPU seconds after which the measurement ends.
 * @returns `{ ms, isOver, error, hash, statement, why }`. `isOver`: the run has exceeded the limit, and the process has to be
 * replaced.
 */
export async function measureTurns(service, run, { limit = 10, why = false } = {}) {
  const before = await service.tell('hash');
  await service.tell('start', { why });
  let seen = service.cpu();
  let isRunning = true;
  const pinging = (async () => {
    while (isRunning) {
      seen = await service.tell('ping');
      await sleep(100);
    }
  })();
  pinging.catch(() => {});
  let error;
  let hasEnded = false;
  const running = run()
    .catch((thrown) => {
      error = thrown;
    })
    .finally(() => {
      hasEnded = true;
    });
  const [start, startedAt] = [service.cpu(), performance.now()];
  while (!hasEnded) {
    await Promise.race([running, sleep(100)]);
    if (service.cpu() - start > limit * 1000) break;
    if (performance.now() - startedAt > MOST_WALL_MS) break;
  }
  const isOver = !hasEnded;
  isRunning = false;
  const ended = service.tell('end');
  ended.catch(() => {});
  // A blocked process does not answer.
  const end = await Promise.race([ended, sleep(1000)]);
  if (!end) return { ms: service.cpu() - seen, isOver: true, hash: before, error };
  const hash = (before + (await service.tell('hash'))) / 2;
  return { ms: end.turn.ms, isOver, error, hash, ...end };
}
