import { deferred } from 'screening-webhooks-test-support/deferred';
import {
  eventOf,
  processed,
  startWorker,
  store,
  workAndNote,
  workThrough,
} from 'screening-webhooks-test-support/inbox';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it } from 'vitest';
import { describeOnRedis, useInboxes } from '../support/on-redis.js';

describeOnRedis('redisInbox with orderBy', () => {
  const { connection, createInbox } = useInboxes({ orderBy: 'verificationId' });

  it('starts the first event of an order value without a look at those that wait for others', async () => {
    const { inbox, queue } = createInbox();
    const waiting = 200;
    const ids = Array.from({ length: waiting }, (_, index) => `evt_${index}`);
    await store(inbox, 'evt_first', 'dv_blocked');
    await Promise.all(ids.map((id) => store(inbox, id, 'dv_blocked')));
    // As a gateway with a wrong clock would report it.
    await inbox.store(eventOf('evt_1970', 'dv_blocked'), { key: 'int:evt_1970', receivedAt: 1 });
    const started: string[] = [];
    const unblocked = deferred();
    const worker = await startWorker(inbox, async ({ id }) => {
      started.push(id);
      if (id === 'evt_first') await unblocked.promise;
      return processed;
    });
    await until(() => started.length === 1);
    await store(inbox, 'evt_free', 'dv_free');
    await until(() => started.length === 2);
    expect(started).toEqual(['evt_first', 'evt_free']);
    // No worker has fetched any of the others.
    const held = await queue.getDelayed();
    expect(held).toHaveLength(waiting + 1);
    expect(held.filter(({ attemptsStarted }) => attemptsStarted > 0)).toEqual([]);
    unblocked.resolve();
    await until(() => started.length === waiting + 3);
    expect(started.at(-1)).toBe('evt_1970');
    await worker.stop();
  });

  it('replays events in their order, one at a time', async () => {
    const { inbox, queue } = createInbox({ attempts: 1 });
    let dead = 0;
    const failing = await startWorker(inbox, async () => {
      dead += 1;
      return { kind: 'failed', error: 'not yet' };
    });
    const ids = ['evt_1', 'evt_2', 'evt_3'];
    for (const id of ids) await store(inbox, id, 'dv_1');
    await until(() => dead === 3);
    await failing.stop();
    expect(await inbox.replay({ since: 0 })).toBe(3);
    expect(await inbox.replay({ since: 0 })).toBe(2);
    expect(await queue.getWaitingCount()).toBe(1);
    await store(inbox, 'evt_4', 'dv_1');
    const worker = await workAndNote(inbox);
    await until(() => worker.seen.length === 4);
    await until(async () => (await queue.getCompletedCount()) === 4);
    await worker.stop();
    expect(worker.seen).toEqual([...ids, 'evt_4']);
    expect(await inbox.deadLetters()).toEqual([]);
    const keys = [queue.toKey('order:dv_1'), queue.toKey('orders'), queue.toKey('replays')];
    await until(async () => (await connection.exists(...keys)) === 0);
  });

  it('releases an event whose turn came when a process crashed before it could', async () => {
    const { inbox, queue } = createInbox({ lease: 1000 });
    await store(inbox, 'evt_1', 'dv_1');
    await store(inbox, 'evt_2', 'dv_1');
    // The state after a crash between the end of the first and the release of the second.
    const [first] = await queue.getWaiting();
    await first?.remove();
    expect(await workThrough(inbox, 1)).toEqual(['evt_2']);
  });

  it('does not cut short the wait of a failed event when others are stored', async () => {
    const { inbox, queue } = createInbox({ backoff: 3_600_000 });
    await store(inbox, 'evt_1', 'dv_1');
    let runs = 0;
    const worker = await startWorker(inbox, async () => {
      runs += 1;
      return { kind: 'failed', error: 'later' };
    });
    await until(async () => (await queue.getDelayedCount()) === 1);
    await store(inbox, 'evt_2', 'dv_1');
    await store(inbox, 'evt_3', 'dv_2');
    await until(() => runs === 2);
    await worker.stop();
    expect(await queue.getDelayedCount()).toBe(3);
    expect(runs).toBe(2);
  });
});
