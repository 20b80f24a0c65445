// A worker that starts an event, prints its id and never ends it. The test kills this process.
import { Redis } from 'ioredis';
import { redisInbox } from '../../src/inbox/index.js';

const [prefix = '', lease = ''] = process.argv.slice(2);
const connection = new Redis({ maxRetriesPerRequest: null });
const inbox = redisInbox({
  connection,
  prefix,
  lease: Number(lease),
  orderBy: 'verificationId',
});
await inbox.work((event) => {
  process.stdout.write(event.id);
  return new Promise(() => {});
});
