import { setTimeout as sleep } from 'node:timers/promises';
import { store, workAndNote } from 'screening-webhooks-test-support/inbox';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it } from 'vitest';
import { redisInbox } from '../src/inbox/index.js';
import { describeOnRedis, useInboxes } from '../test-servers/support/on-redis.js';

// Slow because a worker stops at each of a hundred moments.

describeOnRedis('a worker that is stopped while a retry falls due', () => {
  const { connection, createInbox } = useInboxes({ orderBy: 'verificationId', backoff: 10 });

  it('uses its connection no longer, and the next worker runs each event once, in order', async () => {
    for (let round = 0; round < 100; round += 1) {
      const errors: Error[] = [];
      const own = connection.duplicate();
      const { inbox, options } = createInbox({ onError: (error) => void errors.push(error) });
      for (const id of ['evt_1', 'evt_2']) await store(inbox, id);
      let hasFailed = false;
      const worker = await redisInbox({ ...options, connection: own }).work(
        async () => {
          hasFailed = true;
          return { kind: 'failed', error: 'not yet' };
        },
        { concurrency: 1 },
      );
      await until(() => hasFailed);
      await sleep(round / 4);
      await worker.stop();
      own.disconnect();

      const next = await workAndNote(inbox);
      await until(() => next.seen.length >= 2);
      // For what should not come.
      await sleep(30);
      await next.stop();
      expect(next.seen).toEqual(['evt_1', 'evt_2']);
      expect(errors).toEqual([]);
    }
  });
});
