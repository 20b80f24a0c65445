// A worker whose process ends, as by `kill -9`, when its handler gets the event `evt_poison`, but only once the given number of
// events run at the same time. With a number above 1, its other events do not end.
import { Redis } from 'ioredis';
import { until } from 'screening-webhooks-test-support/until';
import { redisInbox } from '../../src/inbox/index.js';

const [prefix = '', lease = '', attempts = '', together = '1'] = process.argv.slice(2);
const inbox = redisInbox({
  connection: new Redis({ maxRetriesPerRequest: null }),
  prefix,
  lease: Number(lease),
  attempts: Number(attempts),
});
let running = 0;
await inbox.work(async ({ id }) => {
  running += 1;
  if (id === 'evt_poison' || Number(together) > 1) {
    await until(() => running >= Number(together));
    if (id === 'evt_poison') process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  }
  running -= 1;
  return { kind: 'processed' };
});
