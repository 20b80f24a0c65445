import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Redis } from 'ioredis';
import { holdPort } from '../../support/hold-port.mjs';
import { killOnExit, scratchFolder } from '../cleanup.mjs';
import { until } from '../until.mjs';
import { findProgram } from './find-program.mjs';

const program = findProgram('redis-server');
const SLOTS = 16_384;
const NODES = 3;

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
            await node.command('CLUSTER', 'MEET', '127.0.0.1', nodes[0].port, nodes[0].bus);
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
  // The ports are held even while the node is down.
  const [port, bus] = [await holdPort(), await holdPort()];
  const where = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
  // Without required full coverage, the other nodes keep working while one is down.
  const cluster = ['--cluster-enabled', 'yes', '--cluster-port', String(bus)];
  const more = ['--cluster-node-timeout', '1000', '--cluster-require-full-coverage', 'no'];
  const settings = [...cluster, ...more, '--save', ''];
  let server;

  async function command(...words) {
    // A node may start slowly. If it never starts, the limit of the drill ends the wait.
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
    bus,
    command,
    async start() {
      const args = [...where, ...settings, ...durability];
      server = killOnExit(spawn(program, args, { stdio: 'ignore' }));
      await command('PING');
    },
    async crash() {
      const ended = once(server, 'exit');
      // False if the server has already ended.
      if (server.kill('SIGKILL')) await ended;
    },
  };
}

async function agree(nodes) {
  const infos = await Promise.all(nodes.map((node) => node.command('CLUSTER', 'INFO')));
  return infos.every((info) => /state:ok/.test(info) && info.includes(`slots_assigned:${SLOTS}`));
}
