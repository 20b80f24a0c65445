import { setTimeout as sleep } from 'node:timers/promises';
import type { InboxWorker } from '@screening-webhooks/core';
import { afterAll, expect, it } from 'vitest';
import { postgresInbox } from '../src/inbox/index.js';
import { processed, store } from '../test/support/inbox-events.js';
import { states } from '../test/support/inbox-tables.js';
import { createTestDatabase, describeOnServer, dropTestDatabases } from '../test/support/server.js';
import { until } from '../test/support/until.js';

afterAll(dropTestDatabases, 120_000);

// The lease is renewed every two seconds, so that the event loop and the server may take up to four for a renewal.
const LEASE = 6000;

describeOnServer('a handler that runs for three leases', () => {
  it('keeps its event, with another worker waiting for it', async () => {
    const database = await createTestDatabase();
    const inbox = postgresInbox(database.pool(), { lease: LEASE });
    await inbox.migrate();
    await store(inbox, 'evt_1');
    let runs = 0;
    const workers: InboxWorker[] = [];
    for (let index = 0; index < 2; index += 1) {
      workers.push(
        await inbox.work(async () => {
          runs += 1;
          await sleep(3.5 * LEASE);
          return processed;
        }),
      );
    }
    await until(() => runs > 0);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(runs).toBe(1);
    expect(await states(database)).toEqual(['processed']);
  });
});
