import { setTimeout as sleep } from 'node:timers/promises';
import type { InboxWorker } from '@screening-webhooks/core';
import { processed, store } from 'screening-webhooks-test-support/inbox';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it } from 'vitest';
import { postgresInbox } from '../src/inbox/index.js';
import { states, useInboxDatabase } from '../test-servers/support/inbox-tables.js';
import { describeOnServer } from '../test-servers/support/server.js';

// The lease is renewed every two seconds, so that the event loop and the server may take up to four for a renewal.
const LEASE = 6000;

describeOnServer('a handler that runs for three leases', () => {
  const database = useInboxDatabase();

  it('keeps its event, with another worker waiting for it', async () => {
    const inbox = postgresInbox(database.pool(), { lease: LEASE });
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
