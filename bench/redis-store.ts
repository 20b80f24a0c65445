import { randomUUID } from 'node:crypto';
import { redisStore } from '@screening-webhooks/redis';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { median } from './measure/statistics.js';

// Claims a second beside the least that a claim could be, a raw `SET NX PX` on the same client: 64 in flight, in turns of
// a fifth of a second, so that both see the same machine. The ratio means something; the figures alone do not.

const IN_FLIGHT = 64;
const ROUND_MS = 200;
const ROUNDS = 15;
const TTL = 60_000;

const ioredis = new Redis();
const nodeRedis = await createClient().connect();
const run = randomUUID();

type Operation = (key: string) => Promise<unknown>;
const contests: readonly { name: string; raw: Operation; claim: Operation }[] = [
  {
    name: 'ioredis',
    raw: (key) => ioredis.set(key, '1', 'PX', TTL, 'NX'),
    claim: claimOn(redisStore(ioredis, { prefix: '' })),
  },
  {
    name: 'node-redis',
    raw: (key) =>
      nodeRedis.set(key, '1', { condition: 'NX', expiration: { type: 'PX', value: TTL } }),
    claim: claimOn(redisStore(nodeRedis, { prefix: '' })),
  },
];

function claimOn(store: ReturnType<typeof redisStore>): Operation {
  const owner = randomUUID();
  return async (key) => store.claim(key, owner, TTL);
}

let keys = 0;
async function perSecond(operation: Operation): Promise<number> {
  const start = performance.now();
  let done = 0;
  async function lane(): Promise<void> {
    while (performance.now() - start < ROUND_MS) {
      keys += 1;
      await operation(`bench:${run}:${keys}`);
      done += 1;
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  return (done / (performance.now() - start)) * 1000;
}

const inThousands = (rate: number): string => `${(rate / 1000).toFixed(1)} k/s`;

for (const { name, raw, claim } of contests) {
  await perSecond(raw);
  await perSecond(claim);
  const pairs: { raw: number; claim: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    pairs.push({ raw: await perSecond(raw), claim: await perSecond(claim) });
  }
  const rawRate = inThousands(median(pairs.map((pair) => pair.raw)));
  const claimRate = inThousands(median(pairs.map((pair) => pair.claim)));
  const ratio = median(pairs.map((pair) => pair.claim / pair.raw)).toFixed(2);
  console.log(`${name}: SET NX PX ${rawRate}, redisStore.claim ${claimRate}, ratio ${ratio}`);
}

const store = redisStore(ioredis, { prefix: 'screening-webhooks:' });
const key = `int_${'0'.repeat(24)}:evt_${run}`;
await store.claim(key, randomUUID(), TTL);
const claimed = await ioredis.memory('USAGE', `screening-webhooks:${key}`);
await store.claim(`${key}2`, run, TTL);
await store.commit(`${key}2`, run, TTL);
const done = await ioredis.memory('USAGE', `screening-webhooks:${key}2`);
console.log(
  `MEMORY USAGE of a key of ${key.length + 19} characters: ${claimed} B claimed, ${done} B done`,
);

for await (const page of ioredis.scanStream({ match: `*${run}*`, count: 5000 })) {
  if (page.length > 0) await ioredis.unlink(page);
}
ioredis.disconnect();
nodeRedis.destroy();
