// A worker whose clock is wrong. It fails an event once, so that its retry is scheduled by this process, and ends.
import { Redis } from 'ioredis';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { redisInbox } from '../../src/inbox/index.js';

const [prefix = '', offset = ''] = process.argv.slice(2);
const rightNow = Date.now;
Date.now = () => rightNow() + Number(offset);

const connection = new Redis({ maxRetriesPerRequest: null });
const inbox = redisInbox({ connection, prefix, backoff: 10, orderBy: 'verificationId' });
const failure = deferred();
// One at a time: after its failure, the first event still comes before the second.
const worker = await inbox.work(
  async (event) => {
    process.stdout.write(event.id);
    failure.resolve();
    return { kind: 'failed', error: 'its clock is wrong' };
  },
  { concurrency: 1 },
);
await failure.promise;
await worker.stop();
connection.disconnect();
