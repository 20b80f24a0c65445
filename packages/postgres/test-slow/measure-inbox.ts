import { Pool } from 'pg';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { eventOf, processed } from 'screening-webhooks-test-support/inbox';
import { postgresInbox } from '../src/inbox/index.js';

// Events per second that an inbox stores, 32 at once, and that a worker processes, 10 at once, in the database of the first
// argument. The second is the number of events; the third is the number of done events in the table before.
//
//   createdb measure
//   node --conditions=@screening-webhooks/source --import=tsx test-slow/measure-inbox.ts postgres://…/measure 5000 1000000
const [url = '', count = '5000', done = '0'] = process.argv.slice(2);
const EVENTS = 'screening_webhook_inbox.inbox_events';
const pool = new Pool({ connectionString: url, max: 40 });
const inbox = postgresInbox(pool);
await inbox.migrate();

if (Number(done) > 0) {
  await pool.query(
    `INSERT INTO ${EVENTS}
       (inbox, event_id, key, line, position, received_at, ended_at, outcome, attempts, event)
     SELECT 'inbox', 'done_' || gen_random_uuid(), gen_random_uuid(), '#' || gen_random_uuid(), 1, n,
       now() - n * interval '1 ms', 'processed', 1, $2
     FROM generate_series(1, $1::int) n`,
    [done, JSON.stringify(eventOf('evt_done'))],
  );
  await pool.query(`VACUUM ANALYZE ${EVENTS}`);
}

const run = crypto.randomUUID();
const ids = Array.from({ length: Number(count) }, (_, index) => `evt_${run}_${index}`);
const total = ids.length;
const storeStart = performance.now();
await Promise.all(
  Array.from({ length: 32 }, async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      await inbox.store(eventOf(id), { key: `int:${id}`, receivedAt: 0 });
    }
  }),
);
const storeSeconds = (performance.now() - storeStart) / 1000;

let left = total;
const ended = deferred();
const workStart = performance.now();
const worker = await inbox.work(async () => {
  left -= 1;
  if (left === 0) ended.resolve();
  return processed;
});
await ended.promise;
const workSeconds = (performance.now() - workStart) / 1000;
await worker.stop();
await pool.end();
process.stdout.write(
  `${done} done before: ${Math.round(total / storeSeconds)} stored/s, ${Math.round(total / workSeconds)} processed/s\n`,
);
