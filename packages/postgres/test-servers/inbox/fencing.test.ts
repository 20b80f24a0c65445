import { deferred } from 'screening-webhooks-test-support/deferred';
import { processed, startWorker, store } from 'screening-webhooks-test-support/inbox';
import { queueFencingSuite } from 'screening-webhooks-test-support/queues/fencing-suite';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it } from 'vitest';
import { type PostgresInboxOptions, postgresInbox } from '../../src/inbox/index.js';
import { endLeases, states, useInboxDatabase } from '../support/inbox-tables.js';
import { postgresUnderTest } from '../support/queue-under-test.js';
import { describeOnServer } from '../support/server.js';
import { startProcess } from '../support/start-process.js';

const OPTIONS: PostgresInboxOptions = {
  orderBy: 'verificationId',
  lease: 3_600_000,
  pollInterval: 20,
};

describeOnServer('a worker that has lost its lease', () => {
  const database = useInboxDatabase();

  queueFencingSuite(postgresUnderTest(database));

  it('has no effect when it was frozen and thaws: the next event waits for the new holder', async () => {
    const inbox = postgresInbox(database.pool(), OPTIONS);
    await store(inbox, 'evt_1');
    await store(inbox, 'evt_2');
    const frozen = startProcess('work-in-process.ts', database, OPTIONS);
    await frozen.printed('evt_1');
    frozen.child.kill('SIGSTOP');
    await endLeases(database);
    const seen: string[] = [];
    const ended = deferred();
    const worker = await startWorker(inbox, async ({ id }) => {
      seen.push(id);
      if (id === 'evt_1') await ended.promise;
      return processed;
    });
    await until(() => seen.length === 1);
    frozen.child.stdin?.write('end\n');
    frozen.child.kill('SIGCONT');
    await frozen.printed('LeaseLostError');
    expect([seen, await states(database)]).toEqual([['evt_1'], ['leased', 'waiting']]);
    // The thawed worker must not take the next event.
    frozen.child.kill('SIGKILL');
    await frozen.ended;
    ended.resolve();
    await until(async () => (await states(database)).every((state) => state === 'processed'));
    await worker.stop();
    expect(seen).toEqual(['evt_1', 'evt_2']);
  });
});
