// A worker whose process ends, as by `kill -9`, when its handler gets the event `evt_poison`.
import { Redis } from 'ioredis';
import { redisInbox } from '../../src/inbox/index.js';

const [prefix = '', lease = '', attempts = ''] = process.argv.slice(2);
const inbox = redisInbox({
  connection: new Redis({ maxRetriesPerRequest: null }),
  prefix,
  lease: Number(lease),
  attempts: Number(attempts),
});
await inbox.work(async ({ id }) => {
  // All ten are running when the process ends.
  await new Promise((resolve) => setTimeout(resolve, 200));
  if (id === 'evt_poison') process.kill(process.pid, 'SIGKILL');
  return { kind: 'processed' };
});
