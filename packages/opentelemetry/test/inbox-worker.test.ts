import { randomUUID } from 'node:crypto';
import { redisInbox } from '@screening-webhooks/redis/inbox';
import { Queue } from 'bullmq';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deleteKeys, openIoredis, pingRedis } from '../../redis/test/support/clients.js';
import { requireService } from '../../testing/test/support/service.js';
import { screeningTelemetry } from '../src/index.js';
import { deferred, deliveryOf, eventOf, now, SECRET } from './support/deliveries.js';
import { startContext, testSdk } from './support/sdk.js';

const redisAvailable = await requireService('Redis', pingRedis);

describe.skipIf(!redisAvailable)('a worker of redisInbox', () => {
  it('processes the event in a new trace that links to the delivery', async () => {
    startContext();
    const prefix = `{test-${randomUUID()}}`;
    const { client: connection } = await openIoredis();
    const inbox = redisInbox({ connection, prefix });
    const queue = new Queue('inbox', { connection, prefix });
    onTestFinished(async () => {
      await queue.close();
      await deleteKeys(connection, prefix);
      connection.disconnect();
    });

    const sdk = testSdk();
    const handled = deferred();
    const { createReceiver } = screeningTelemetry({ ...sdk, inboxDepth: () => queue.count() });
    const receiver = createReceiver({
      secret: SECRET,
      now,
      inbox,
      handlers: { '*': () => handled.resolve() },
    });
    const { outcome } = await receiver.receive(await deliveryOf(eventOf('evt_1')));
    expect(outcome.kind).toBe('accepted');
    const [depth] = await sdk.points('screening_webhooks.inbox.depth');
    expect(depth?.value).toBe(1);
    // The event is stored, and no trace data.
    const [job] = await queue.getJobs();
    expect(Object.keys(job?.data).sort()).toEqual(['event', 'token']);
    expect(job?.data.event).toEqual(eventOf('evt_1'));

    const worker = await inbox.work(receiver.dispatch);
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
