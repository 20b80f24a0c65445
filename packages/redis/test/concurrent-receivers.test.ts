import { expect, it } from 'vitest';
import { openClients } from './support/clients.js';
import { addUp, deliverEvents } from './support/deliver-events.js';
import { describeOnRedis, useRedis } from './support/on-redis.js';

// The server decides each claim, so for it a connection is as good as a process. Real processes: test-slow/processes.test.ts.
describeOnRedis('four receivers on one store, each with its own connection', () => {
  const { prefix } = useRedis();

  it('run each of 100 handlers once for 1,000 deliveries', async () => {
    const openers = [...Object.values(openClients), ...Object.values(openClients)];
    const opened = await Promise.all(openers.map((open) => open()));
    // Each receiver gets every id two and a half times, all in the same order, for the most contention.
    const reports = await Promise.all(
      opened.map(({ client }) => deliverEvents(client, { prefix, ids: 100, deliveries: 250 })),
    );
    await Promise.all(opened.map(({ close }) => close()));
    expect(addUp(reports)).toEqual({
      handled: 100,
      handledIds: 100,
      deliveries: 1000,
      otherOutcomes: [],
    });
  });
});
