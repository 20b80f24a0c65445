// One of several receiver processes on one store: takes its share of the deliveries, and prints which ids its handler saw.
import { createReceiver } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { redisStore } from '../../src/index.js';

const [library = '', prefix = '', ids = '0', deliveries = '0'] = process.argv.slice(2);

async function connect() {
  if (library === 'ioredis') {
    const client = new Redis();
    return { client, close: () => client.disconnect() };
  }
  const client = await createClient().connect();
  return { client, close: () => client.destroy() };
}

const { client, close } = await connect();
const seen: string[] = [];
const outcomes: Record<string, number> = {};
const receiver = createReceiver({
  secret: 's',
  dedupe: redisStore(client, { prefix }),
  handlers: {
    '*': async ({ id }) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5));
      seen.push(id);
    },
  },
});

async function deliver(index: number): Promise<void> {
  const event = fixture('document_verification.recorded', { id: `evt_${index % Number(ids)}` });
  const signed = await sign(event, { secret: 's' });
  const response = await receiver.fetch(signed.request('http://localhost/'));
  const { outcome } = (await response.json()) as { outcome: string };
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
}

let next = 0;
async function deliverInTurn(): Promise<void> {
  while (next < Number(deliveries)) {
    next += 1;
    await deliver(next);
  }
}
await Promise.all(Array.from({ length: 32 }, deliverInTurn));
close();
process.stdout.write(JSON.stringify({ seen, outcomes }));
