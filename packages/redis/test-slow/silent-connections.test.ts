import { processed, startWorker, store, workAndNote } from 'screening-webhooks-test-support/inbox';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it, onTestFinished } from 'vitest';
import { redisInbox } from '../src/inbox/index.js';
import { describeOnEachClient, useInboxes } from '../test-servers/support/on-redis.js';
import { startProxy } from '../test-servers/support/proxy.js';

describeOnEachClient('a worker whose connections have gone silent, on %s', (_library, open) => {
  const { createInbox } = useInboxes({ backoff: 10, lease: 600_000 });

  async function silentWorld(own: { readonly lease?: number } = {}) {
    const proxy = await startProxy({ host: '127.0.0.1', port: 6379 });
    const { client, close } = await open(proxy.port);
    const errors: Error[] = [];
    const { inbox: others, queue, options } = createInbox(own);
    const inbox = redisInbox({
      ...options,
      connection: client,
      timeout: 1000,
      onError: (error) => errors.push(error),
    });
    onTestFinished(async () => {
      await close();
      await proxy.close();
    });
    const isTold = () => errors.some(({ name }) => name === 'NoAnswerError');
    return { proxy, inbox, others, queue, isTold };
  }

  it('runs an acked event, and tells onError', async () => {
    const { proxy, inbox, others, isTold } = await silentWorld();
    const worker = await workAndNote(inbox);
    await store(others, 'evt_1');
    await until(() => worker.seen.length === 1);
    proxy.silence();
    await store(others, 'evt_2');
    await until(() => worker.seen.includes('evt_2'));
    expect(isTold()).toBe(true);
    await worker.stop();
  });

  it('records what a handler has done, once', async () => {
    const { proxy, inbox, others, queue, isTold } = await silentWorld();
    let runs = 0;
    const worker = await startWorker(inbox, async () => {
      runs += 1;
      proxy.silence();
      return processed;
    });
    await store(others, 'evt_1');
    await until(async () => (await queue.getCompletedCount()) === 1);
    expect([runs, isTold()]).toEqual([1, true]);
    await worker.stop();
  });

  it('runs an event that it had fetched without the answer', async () => {
    const { proxy, inbox, others } = await silentWorld({ lease: 2000 });
    const worker = await workAndNote(inbox);
    await store(others, 'evt_1');
    await until(() => worker.seen.length === 1);
    proxy.silence('replies');
    await store(others, 'evt_2');
    await until(() => worker.seen.includes('evt_2'));
    await worker.stop();
  });
});
