import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

/** A Redis server of one test, which it may stop and start: every write is on disk before its answer. */
export interface RedisServer {
  readonly port: number;
  start(): Promise<void>;
  /** Like a crash: nothing is flushed. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

export async function redisServer(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'redis-test-'));
  const port = await freePort();
  let server: ChildProcess | undefined;

  async function kill(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }
  const redis: RedisServer = {
    port,
    kill,
    async start() {
      const settings = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
      const where = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
      server = spawn('redis-server', [...where, ...settings], { stdio: 'ignore' });
      await untilReady(port);
    },
    async remove() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await redis.start();
  return redis;
}

async function untilReady(port: number): Promise<void> {
  const client = new Redis(port, '127.0.0.1', { retryStrategy: () => 20 });
  client.on('error', () => {});
  await client.ping();
  client.disconnect();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || !address) throw new Error('no port');
  return address.port;
}

/** Waits for what a test cannot subscribe to. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  patience = 10_000,
): Promise<void> {
  const end = Date.now() + patience;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`did not hold within ${patience} ms`);
    await sleep(20);
  }
}
