import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import { holdPort } from 'screening-webhooks-test-support/hold-port';
import { newFolder } from 'screening-webhooks-test-support/run-folder';
import { until } from 'screening-webhooks-test-support/until';

const SLOTS = 16_384;
const NODES = 3;

/** A cluster of three nodes without replicas. */
export interface RedisCluster {
  readonly ports: readonly number[];
  /** Freezes one node. @returns a function that resumes it. */
  stopNode(): () => void;
  remove(): Promise<void>;
}

/** Rejects if `redis-server` is not installed. */
export async function findRedisServer(): Promise<void> {
  await promisify(execFile)('redis-server', ['--version']);
}

/** Starts a cluster, and resolves when all nodes know all slots. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const folder = newFolder();
  const holdEach = () => Promise.all(Array.from({ length: NODES }, holdPort));
  const [ports, buses] = [await holdEach(), await holdEach()];
  const servers: ChildProcess[] = [];
  const clients = ports.map((port) => {
    const client = new Redis({ port, maxRetriesPerRequest: null, retryStrategy: () => 20 });
    client.on('error', () => {});
    return client;
  });
  for (const [index, port] of ports.entries()) {
    const address = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
    const bus = ['--cluster-port', String(buses[index])];
    const cluster = ['--cluster-enabled', 'yes', '--cluster-config-file', `${port}.conf`];
    const none = ['--save', '', '--appendonly', 'no'];
    servers.push(
      spawn('redis-server', [...address, ...bus, ...cluster, ...none], { stdio: 'ignore' }),
    );
  }
  for (const [index, client] of clients.entries()) {
    const from = Math.floor((index * SLOTS) / NODES);
    const to = Math.floor(((index + 1) * SLOTS) / NODES) - 1;
    await client.cluster('ADDSLOTSRANGE', from, to);
    await client.cluster('SET-CONFIG-EPOCH', index + 1);
  }
  for (const [index, port] of ports.entries())
    await clients[0]?.cluster('MEET', '127.0.0.1', port, Number(buses[index]));
  await until(async () => {
    const states = await Promise.all(clients.map((client) => client.cluster('INFO')));
    return states.every(
      (state) => state.includes('cluster_state:ok') && state.includes(`known_nodes:${NODES}`),
    );
  });
  for (const client of clients) client.disconnect();

  return {
    ports,
    stopNode() {
      const [node] = servers;
      node?.kill('SIGSTOP');
      return () => void node?.kill('SIGCONT');
    },
    async remove() {
      await Promise.all(
        servers.map(async (server) => {
          const exited = once(server, 'exit');
          server.kill('SIGKILL');
          await exited;
        }),
      );
    },
  };
}
