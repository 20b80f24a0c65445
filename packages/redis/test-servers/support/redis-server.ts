import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { newFolder } from 'screening-webhooks-test-support/run-folder';

/** A Redis server that belongs to one test file. Every write is on disk before its answer. */
export interface RedisServer {
  /** Its Unix socket. A free port could be taken before the server listens on it. */
  readonly socketPath: string;
  /** Resolves when the server answers. Does nothing if it is running. */
  start(): Promise<void>;
  /** Kills the server without a flush, like a crash. */
  kill(): Promise<void>;
  /** Freezes the server. @returns a function that resumes it. */
  freeze(): () => void;
}

/** Starts a server in an empty folder. `settings` are arguments of `redis-server`. */
export async function startRedisServer(...settings: readonly string[]): Promise<RedisServer> {
  const folder = newFolder();
  const socketPath = join(folder, 'redis.sock');
  let server: ChildProcess | undefined;

  function isRunning(): boolean {
    return server !== undefined && server.exitCode === null && server.signalCode === null;
  }
  const redis: RedisServer = {
    socketPath,
    async kill() {
      if (!server || !isRunning()) return;
      const exited = once(server, 'exit');
      server.kill('SIGKILL');
      await exited;
    },
    freeze() {
      const frozen = server;
      frozen?.kill('SIGSTOP');
      return () => void frozen?.kill('SIGCONT');
    },
    async start() {
      if (isRunning()) return;
      const address = ['--port', '0', '--unixsocket', socketPath, '--dir', folder];
      const durability = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
      server = spawn('redis-server', [...address, ...durability, ...settings], { stdio: 'ignore' });
      await ping(socketPath);
    },
  };
  await redis.start();
  return redis;
}

// The socket does not exist yet, or it belongs to the killed server. The client reconnects until the new server listens.
async function ping(socketPath: string): Promise<void> {
  const client = new Redis({
    path: socketPath,
    maxRetriesPerRequest: null,
    retryStrategy: () => 20,
  });
  client.on('error', () => {});
  await client.ping();
  client.disconnect();
}
