import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { killOnExit, scratchFolder } from '../cleanup.mjs';
import { findProgram } from './find-program.mjs';

const program = findProgram('redis-server');

/** A Redis that writes to the disk before it answers, on a socket in its own folder. */
export const redis = {
  missing: program ? undefined : 'redis-server',
  async create() {
    const folder = scratchFolder();
    const socketPath = join(folder, 'redis.sock');
    const durable = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
    let server;
    return {
      socketPath,
      async start() {
        const where = ['--port', '0', '--unixsocket', socketPath, '--dir', folder];
        server = killOnExit(spawn(program, [...where, ...durable], { stdio: 'ignore' }));
        // It answers once the append-only file is loaded.
        const client = new Redis(socketPath, { retryStrategy: () => 20 });
        client.on('error', () => {});
        await client.ping();
        client.disconnect();
      },
      async crash() {
        const ended = once(server, 'exit');
        server.kill('SIGKILL');
        await ended;
      },
    };
  },
};
