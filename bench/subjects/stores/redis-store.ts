import { randomUUID } from 'node:crypto';
import { redisStore } from '@screening-webhooks/redis';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import type { Count, Effort } from '../../measure/effort.js';
import { inTurns, mapRounds, medianOf } from '../../measure/rounds.js';
import type { Row } from '../../measure/row.js';
import { rowsOf, secondRun } from '../../measure/rows-of.js';
import { runConcurrently } from './run-concurrently.js';

const HOST = '127.0.0.1';
const IN_FLIGHT = 64;
const PER_ROUND: Count = { full: 500, quick: 64 };
const TTL = 60_000;
const RAW = 'SET NX PX';
const CLAIM = 'redisStore.claim';

type Operation = (key: string) => Promise<unknown>;

// A claim of a free key is the same command; the difference is the store's promises and its timer. Measured: 0.80 to 0.93
// with ioredis, and 0.84 to 0.85 with node-redis.
const OF_RAW: Readonly<Record<string, number>> = { ioredis: 0.8, 'node-redis': 0.8 };

/** Claims beside the cheapest command that a claim could be, a `SET NX PX` on the same client. */
export async function redisStoreRows(effort: Effort): Promise<readonly Row[]> {
  const ioredis = new Redis({ host: HOST, lazyConnect: true, retryStrategy: () => null });
  ioredis.on('error', () => {});
  try {
    await ioredis.connect();
  } catch {
    const skipped = `no Redis at ${HOST}:6379`;
    return [{ subject: 'stores', contest: 'redisStore', name: CLAIM, skipped }];
  }
  const nodeRedis = await createClient({ socket: { host: HOST } }).connect();
  // As long as the default prefix.
  const prefix = `bench:${randomUUID().slice(0, 12)}:`;
  try {
    return [
      ...(await contestOn(effort, 'ioredis', claimOf(redisStore(ioredis, { prefix })), (key) =>
        ioredis.set(prefix + key, '1', 'PX', TTL, 'NX'),
      )),
      ...(await contestOn(effort, 'node-redis', claimOf(redisStore(nodeRedis, { prefix })), (key) =>
        nodeRedis.set(prefix + key, '1', {
          condition: 'NX',
          expiration: { type: 'PX', value: TTL },
        }),
      )),
      await bytesRow(ioredis, prefix),
    ];
  } finally {
    for await (const page of ioredis.scanStream({ match: `${prefix}*`, count: 5000 })) {
      if (page.length > 0) await ioredis.unlink(page);
    }
    ioredis.disconnect();
    nodeRedis.destroy();
  }
}

function claimOf(store: ReturnType<typeof redisStore>): Operation {
  const owner = randomUUID();
  return async (key) => store.claim(key, owner, TTL);
}

async function contestOn(
  effort: Effort,
  client: string,
  claim: Operation,
  raw: Operation,
): Promise<readonly Row[]> {
  let next = 0;
  const timings = await inTurns(
    effort,
    [RAW, secondRun(RAW), CLAIM],
    { rounds: 121, warmUp: 10 },
    (name) =>
      runConcurrently(IN_FLIGHT, PER_ROUND[effort], () => {
        next += 1;
        return (name === CLAIM ? claim : raw)(`${client}:${next}`);
      }),
  );
  const budget = OF_RAW[client];
  const heading = { subject: 'stores', contest: `redisStore on ${client}, ${IN_FLIGHT} in flight` };
  const times = mapRounds(timings, ({ ms }) => ms);
  const waits = mapRounds(timings, ({ p50 }) => p50);
  return rowsOf(heading, times, RAW, {
    pairs: [{ name: CLAIM, against: RAW, ...(budget !== undefined && { budget }) }],
    figuresOf: (name) => ({
      '/s': (PER_ROUND[effort] * 1000) / medianOf(times, name),
      ms: medianOf(waits, name),
    }),
  });
}

/** The bytes of a done id by `MEMORY USAGE`, beside the same key set without the store. */
async function bytesRow(ioredis: Redis, prefix: string): Promise<Row> {
  // As long as `int_<24>:evt_<uuid>`.
  const [done, raw] = ['a'.repeat(69), 'b'.repeat(69)];
  const store = redisStore(ioredis, { prefix });
  await store.claim(done, 'owner', TTL);
  await store.commit(done, 'owner', TTL);
  await ioredis.set(prefix + raw, '1', 'PX', TTL);
  const [bytes, rawBytes] = await Promise.all(
    [done, raw].map(async (key) => Number(await ioredis.memory('USAGE', prefix + key))),
  );
  if (!bytes || !rawBytes) throw new Error('Redis returned no memory usage.');
  return {
    subject: 'stores',
    contest: 'redisStore',
    name: `a done id, a key of ${prefix.length + done.length} characters`,
    figures: { bytes },
    ratio: rawBytes / bytes,
  };
}
