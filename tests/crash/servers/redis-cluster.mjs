import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Redis } from 'ioredis';
import { killOnExit, scratchFolder } from '../cleanup.mjs';
import { until } from '../until.mjs';
import { findProgram } from './find-program.mjs';

const program = findProgram('redis-server');
const SLOTS = 16_384;
const NODES = 3;
// The port of a node's cluster bus is this much higher.
const BUS = 10_000;

/** Three nodes without replicas. Each writes to the disk before it answers. */
export const redisCluster = clusterWith('--appendonly', 'yes', '--appendfsync', 'always');

/** Three nodes that forget everything when they are killed. */
export const redisClusterWithoutFile = clusterWith('--appendonly', 'no');

function clusterWith(...durability) {
  return {
    missing: program ? undefined : 'redis-server',
    async create() {
      const nodes = [];
      for (let index = 0; index < NODES; index += 1) nodes.push(await createNode(durability));
      return {
        nodes,
        /** The node that holds a key. */
        async nodeOf(key) {
          const slot = await nodes[0].command('CLUSTER', 'KEYSLOT', key);
          return nodes[Math.floor((slot * NODES) / SLOTS)];
        },
        async start() {
          for (const node of nodes) await node.start();
          for (const [index, node] of nodes.entries()) {
            const from = Math.ceil((index * SLOTS) / NODES);
            const end = Math.ceil(((index + 1) * SLOTS) / NODES);
            const slots = Array.from({ length: end - from }, (_, slot) => from + slot);
            await node.command('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
            await node.command('CLUSTER', 'ADDSLOTS', ...slots);
            await node.command('CLUSTER', 'MEET', '127.0.0.1', nodes[0].port);
          }
          if (!(await until(() => agree(nodes), 20_000)))
            throw new Error('The cluster did not form.');
        },
        async crash() {
          for (const node of nodes) await node.crash();
        },
      };
    },
  };
}

async function createNode(durability) {
  const folder = scratchFolder();
  const port = await freePort();
  const where = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
  // Without full coverage, the other nodes go on while one is down.
  const cluster = ['--cluster-enabled', 'yes', '--cluster-node-timeout', '1000'];
  const settings = [...cluster, '--cluster-require-full-coverage', 'no', '--save', ''];
  let server;

  async function command(...words) {
    // A node may start slowly. The limit of the drill ends a wait for one that does not.
    const client = new Redis(port, '127.0.0.1', {
      retryStrategy: () => 20,
      maxRetriesPerRequest: null,
    });
    client.on('error', () => {});
    try {
      return await client.call(...words);
    } finally {
      client.disconnect();
    }
  }
  return {
    port,
    command,
    async start() {
      const args = [...where, ...settings, ...durability];
      server = killOnExit(spawn(program, args, { stdio: 'ignore' }));
      await command('PING');
    },
    async crash() {
      const ended = once(server, 'exit');
      // False when it has ended before.
      if (server.kill('SIGKILL')) await ended;
    },
  };
}

async function agree(nodes) {
  const infos = await Promise.all(nodes.map((node) => node.command('CLUSTER', 'INFO')));
  return infos.every((info) => /state:ok/.test(info) && info.includes(`slots_assigned:${SLOTS}`));
}

// Both ports are below those that Linux gives to outgoing connections, which could take one while its node is down.
const FIRST_PORT = 15_000;
const LAST_PORT = 32_767 - BUS;

// Runs at the same time begin apart.
let next = FIRST_PORT + ((process.pid * 10) % (LAST_PORT - FIRST_PORT));

async function freePort() {
  for (;;) {
    const port = next;
    next = port < LAST_PORT ? port + 1 : FIRST_PORT;
    if ((await isFree(port)) && (await isFree(port + BUS))) return port;
  }
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
