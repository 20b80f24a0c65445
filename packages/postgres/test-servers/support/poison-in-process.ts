import { Pool } from 'pg';
import { until } from 'screening-webhooks-test-support/until';
import { type PostgresInboxOptions, postgresInbox } from '../../src/inbox/index.js';

// A worker in a process of its own that `evt_poison` kills, but only once the given number of events run at the same time.
// With a number above 1, its other events do not end. It prints each event that runs beside another one.
const [url = '', options = '{}', together = '1'] = process.argv.slice(2);
const settings: PostgresInboxOptions = JSON.parse(options);
const inbox = postgresInbox(new Pool({ connectionString: url, max: 12 }), settings);
let running = 0;
await inbox.work(async ({ id }) => {
  running += 1;
  if (running > 1) process.stdout.write(`${id} ran beside another\n`);
  if (id === 'evt_poison' || Number(together) > 1) {
    await until(() => running >= Number(together));
    if (id === 'evt_poison') process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  }
  running -= 1;
  return { kind: 'processed' };
});
