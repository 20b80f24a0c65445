import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { requireService } from '../../testing/test/support/service.js';
import { deleteKeys, openClients, openIoredis, pingRedis } from './support/clients.js';
import { addUp, deliverEvents } from './support/deliver-events.js';

const redisAnswers = await requireService('Redis', pingRedis);
// Only ends a hang.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

// The server decides each claim, so for it a connection is as good as a process. Real processes: test-slow/processes.test.ts.
describe.skipIf(!redisAnswers)('four receivers on one store, each with its own connection', () => {
  it('run each of 100 handlers once for 1,000 deliveries', async () => {
    const prefix = `test:${randomUUID()}:`;
    const openers = [...Object.values(openClients), ...Object.values(openClients)];
    const opened = await Promise.all(openers.map((open) => open()));
    // Each receiver gets every id two and a half times, all in the same order, for the most contention.
    const reports = await Promise.all(
      opened.map(({ client }) => deliverEvents(client, { prefix, ids: 100, deliveries: 250 })),
    );
    await Promise.all(opened.map(({ close }) => close()));
    const cleaner = await openIoredis();
    await deleteKeys(cleaner.client, prefix);
    await cleaner.close();

    expect(addUp(reports)).toEqual({
      handled: 100,
      handledIds: 100,
      deliveries: 1000,
      otherOutcomes: [],
    });
  });
});
