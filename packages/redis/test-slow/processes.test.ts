import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { requireService } from '../../testing/test/support/service.js';
import { deleteKeys, openClients, openIoredis, pingRedis } from '../test/support/clients.js';
import { addUp, type DeliveryReport } from '../test/support/deliver-events.js';

// Slow because of four processes and 10,000 deliveries. Margins: a delivery must be answered within the receiver's
// ackTimeout of 12 s, with 32 in progress per process, and a handler of 2 ms must end within its lease of 60 s.

const redisAnswers = await requireService('Redis', pingRedis);
const run = promisify(execFile);
const program = fileURLToPath(new URL('../test/support/deliver-in-process.ts', import.meta.url));

async function runReceiver(...args: readonly string[]): Promise<DeliveryReport> {
  const flags = ['--conditions=@screening-webhooks/source', '--import=tsx', program, ...args];
  const { stdout } = await run(process.execPath, flags);
  return JSON.parse(stdout);
}

describe.skipIf(!redisAnswers)('four processes on one store, two on each client library', () => {
  it('run each of 1,000 handlers once for 10,000 deliveries', async () => {
    const prefix = `test:${randomUUID()}:`;
    const libraries = [...Object.keys(openClients), ...Object.keys(openClients)];
    // Each process delivers every id two and a half times, all in the same order, for the most contention.
    const reports = await Promise.all(
      libraries.map((library) => runReceiver(library, prefix, '1000', '2500')),
    );
    const cleaner = await openIoredis();
    await deleteKeys(cleaner.client, prefix);
    await cleaner.close();

    expect(addUp(reports)).toEqual({
      handled: 1000,
      handledIds: 1000,
      deliveries: 10_000,
      otherOutcomes: [],
    });
  });
});
