import { setTimeout as sleep } from 'node:timers/promises';
import { createReceiver } from '@screening-webhooks/core';
import { mysqlStore } from '@screening-webhooks/mysql';
import { postgresStore } from '@screening-webhooks/postgres';
import { redisStore } from '@screening-webhooks/redis';
import { sender } from '@screening-webhooks/testing';
import { eventOf } from '../inboxes.mjs';
import {
  openMysqlPool,
  openNodeRedis,
  openPool,
  openPostgresJs,
  openRedis,
} from '../servers/clients.mjs';
import { CLIENT_TIMEOUT } from '../service-time.mjs';

const LEASE = 60_000;
// Far below the lease: after it, the event would be free in any case.
const LIMIT = 10_000;
const TIMES = { timeout: CLIENT_TIMEOUT };
const secret = 'whsec_lost_replies';

const systems = [
  {
    name: 'ioredis',
    server: 'redis',
    open(port) {
      const client = openRedis(port);
      return { store: redisStore(client, TIMES), close: () => client.disconnect() };
    },
  },
  {
    name: 'node-redis',
    server: 'redis',
    async open(port) {
      const client = await openNodeRedis(port);
      return { store: redisStore(client, TIMES), close: () => client.destroy() };
    },
  },
  // With one connection, a statement that was prepared before is prepared on it.
  {
    name: 'pg',
    server: 'postgres',
    async open(port) {
      const pool = openPool(port, 1);
      return { store: await migrated(postgresStore(pool)), close: () => pool.end() };
    },
  },
  {
    name: 'postgres.js',
    server: 'postgres',
    async open(port) {
      const sql = openPostgresJs(port, { max: 1 });
      return { store: await migrated(postgresStore(sql)), close: () => sql.end({ timeout: 0 }) };
    },
  },
  {
    name: 'mysql2',
    server: 'mariadb',
    async open(port) {
      const pool = openMysqlPool(port, 1);
      return { store: await migrated(mysqlStore(pool)), close: () => pool.end() };
    },
  },
];

async function migrated(store) {
  await store.migrate();
  return store;
}

// By the operation whose reply is lost: how often the handler must run.
const RUNS = { claim: 1, commit: 1, release: 2 };

/** The server executes an operation of the store, and the connection breaks before the answer. */
export const lostReplies = (system) => ({
  name: `lost replies: ${system.name}`,
  server: system.server,

  async drill(stage) {
    const proxy = await stage.proxy();
    const { store, close } = await system.open(proxy.port);
    const runs = [];
    const errors = [];
    const receiver = createReceiver({
      secret,
      dedupe: store,
      lease: LEASE,
      ackTimeout: 5000,
      observe: ({ outcome }) => errors.push(outcome.error?.name),
      handlers: {
        '*': ({ id }) => {
          runs.push(id);
          if (runs.filter((run) => run === id).length > 1) return;
          if (id === 'commit' || id === 'release') proxy.loseNextReply();
          if (id.endsWith('release')) throw new Error('the first time');
        },
      },
    });
    const service = sender({
      url: 'http://receiver.test/',
      secret,
      fetch: receiver.fetch,
      backoff: [],
    });
    const deliver = async (id) => (await service.send(eventOf(id, id))).attempts[0].status;

    const failures = { 'not lost': [], 'claimed by nobody': [], 'run again': [], 'lease lost': [] };
    for (const [operation, expected] of Object.entries(RUNS)) {
      // So that the client is connected, its statements are prepared, and no release is under way.
      await deliverUntilAcked(() => deliver(`before ${operation}, a release`));
      errors.length = 0;
      if (operation === 'claim') proxy.loseNextReply();
      const statuses = await deliverUntilAcked(() => deliver(operation));
      // Deliveries follow each other, so the first can meet its own claim only.
      if (!proxy.hasLostReply) failures['not lost'].push(operation);
      if (statuses[0] === 409 || statuses.at(-1) !== 200)
        failures['claimed by nobody'].push(`${operation}: ${statuses.slice(0, 10).join(' ')}`);
      const count = runs.filter((run) => run === operation).length;
      if (count > expected) failures['run again'].push(`${operation}: ${count} runs`);
      if (errors.includes('LeaseLostError')) failures['lease lost'].push(operation);
    }
    close();
    return failures;
  },
});

/** @returns the statuses of all attempts. */
async function deliverUntilAcked(deliver) {
  const end = performance.now() + LIMIT;
  const statuses = [await deliver()];
  while (statuses.at(-1) !== 200 && performance.now() < end) {
    await sleep(200);
    statuses.push(await deliver());
  }
  return statuses;
}

export const scenarios = systems.map(lostReplies);
