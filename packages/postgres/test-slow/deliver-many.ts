import { createReceiver } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import { Pool } from 'pg';
import { postgresStore } from '../src/index.js';

// One of several processes on one store. Delivers `ids` events, each of them `rounds` times, in an order that depends on `seed`.
const [url = '', ids = '', rounds = '', seed = ''] = process.argv.slice(2);
const pool = new Pool({ connectionString: url, max: 5 });
const receiver = createReceiver({
  secret: 'whsec_many',
  dedupe: postgresStore(pool),
  handlers: { '*': ({ id }) => pool.query('INSERT INTO runs (event) VALUES ($1)', [id]) },
});

// Each process starts with another event, and they overlap later.
const count = Number(ids);
const order = Array.from(
  { length: count * Number(rounds) },
  (_, index) => (index * 7 + Number(seed) * 3) % count,
);
const outcomes: Record<string, number> = {};
let next = 0;

async function deliverRemaining(): Promise<void> {
  for (let index = next++; index < order.length; index = next++) {
    const event = fixture('document_verification.recorded', { id: `evt_${order[index]}` });
    const delivery = await sign(event, { secret: 'whsec_many' });
    const response = await receiver.fetch(delivery.request('http://hooks.test/'));
    const { outcome } = await response.json();
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
}

await Promise.all(Array.from({ length: 16 }, deliverRemaining));
await pool.end();
process.stdout.write(JSON.stringify(outcomes));
