import { redisInbox } from '@screening-webhooks/redis/inbox';
import { Queue } from 'bullmq';
import { deferred } from 'screening-webhooks-test-support/deferred';
import { startWorker } from 'screening-webhooks-test-support/inbox';
import { expect, it, onTestFinished } from 'vitest';
import { describeOnRedis, useRedis } from '../../redis/test-servers/support/on-redis.js';
import { deliveryOf, eventOf } from '../test/support/deliveries.js';
import { startContext } from '../test/support/sdk.js';
import { tracedReceiver } from '../test/support/telemetry.js';

describeOnRedis('a worker of redisInbox', () => {
  const { connection, prefix } = useRedis();

  it('processes the event in a new trace that links to the delivery', async () => {
    startContext();
    const inbox = redisInbox({ connection, prefix });
    const queue = new Queue('inbox', { connection, prefix });
    onTestFinished(() => queue.close());
    const handled = deferred();
    const { sdk, receiver } = tracedReceiver(
      { inbox, handlers: { '*': () => handled.resolve() } },
      { inboxDepth: () => queue.count() },
    );
    const { outcome } = await receiver.receive(await deliveryOf(eventOf('evt_1')));
    expect(outcome.kind).toBe('accepted');
    const [depth] = await sdk.points('screening_webhooks.inbox.depth');
    expect(depth?.value).toBe(1);
    // The event is stored, and no trace data.
    const [job] = await queue.getJobs();
    expect(Object.keys(job?.data).sort()).toEqual(['event', 'token']);
    expect(job?.data.event).toEqual(eventOf('evt_1'));

    const worker = await startWorker(inbox, receiver.dispatch);
    await handled.promise;
    await worker.stop();
    const processing = sdk.span('process screening-webhooks');
    expect(processing.parentSpanContext).toBeUndefined();
    expect(processing.links.map((link) => link.context)).toEqual([sdk.span('POST').spanContext()]);
    expect(await sdk.points('screening_webhooks.dispatches')).toMatchObject([
      { attributes: { 'screening_webhooks.outcome': 'processed' }, value: 1 },
    ]);
    const [after] = await sdk.points('screening_webhooks.inbox.depth');
    expect(after?.value).toBe(0);
  });
});
