import { runProgram } from 'screening-webhooks-test-support/program';
import { expect, it } from 'vitest';
import { openClients } from '../test-servers/support/clients.js';
import { addUp } from '../test-servers/support/deliver-events.js';
import { describeOnRedis, useRedis } from '../test-servers/support/on-redis.js';

// Slow because of four processes and 10,000 deliveries. Margins: a delivery must be answered within the receiver's
// ackTimeout of 12 s, with 32 in progress per process, and a handler of 2 ms must end within its lease of 60 s.

const program = new URL('../test-servers/support/deliver-in-process.ts', import.meta.url);

describeOnRedis('four processes on one store, two on each client library', () => {
  const { prefix } = useRedis();

  it('run each of 1,000 handlers once for 10,000 deliveries', async () => {
    const libraries = [...Object.keys(openClients), ...Object.keys(openClients)];
    // Each process delivers every id two and a half times, all in the same order, for the most contention.
    const reports = await Promise.all(
      libraries.map((library) => runProgram(program, library, prefix, '1000', '2500')),
    );
    expect(addUp(reports.map((report) => JSON.parse(report)))).toEqual({
      handled: 1000,
      handledIds: 1000,
      deliveries: 10_000,
      otherOutcomes: [],
    });
  });
});
