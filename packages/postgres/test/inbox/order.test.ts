import type { InboxWorker } from '@screening-webhooks/core';
import type { Pool, PoolClient } from 'pg';
import { eventOf, processed, startWorker, store } from 'screening-webhooks-test-support/inbox';
import { until } from 'screening-webhooks-test-support/until';
import { beforeAll, expect, it } from 'vitest';
import { type PostgresInboxOptions, postgresInbox } from '../../src/inbox/index.js';
import { postgresEventQueue } from '../../src/inbox/postgres-event-queue.js';
import { postgresInboxSettings } from '../../src/inbox/postgres-inbox-settings.js';
import { createSqlClient } from '../../src/sql/create-sql-client.js';
import { EVENTS, LINES, useInboxDatabase } from '../support/inbox-tables.js';
import { describeOnServer } from '../support/server.js';

describeOnServer('postgresInbox with an order', () => {
  const database = useInboxDatabase();
  let pools: Pool[];
  beforeAll(() => {
    pools = Array.from({ length: 4 }, () => database.pool());
  });

  /** Inboxes with the same options, each on its own pool. */
  function openInboxes(options: PostgresInboxOptions = {}) {
    return pools.map((pool) =>
      postgresInbox<PoolClient>(pool, {
        backoff: 50,
        pollInterval: 20,
        orderBy: 'verificationId',
        ...options,
      }),
    );
  }

  const openInbox = (options?: PostgresInboxOptions) =>
    openInboxes(options)[0] ?? expect.unreachable();

  it('keeps it across several workers when an event uses up its attempts', async () => {
    const inboxes = openInboxes({ attempts: 3 });
    const seen: string[] = [];
    const workers: InboxWorker[] = [];
    for (const inbox of inboxes.slice(0, 3)) {
      workers.push(
        await startWorker(inbox, async ({ id }) => {
          seen.push(id);
          return id === 'evt_1' ? { kind: 'failed', error: 'never works' } : processed;
        }),
      );
    }
    const ids = Array.from({ length: 40 }, (_, index) => `evt_${index}`);
    for (const id of ids) await store(openInbox(), id);
    await until(() => seen.length >= 42);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(seen).toEqual(['evt_0', 'evt_1', 'evt_1', 'evt_1', ...ids.slice(2)]);
  });

  it('neither blocks other orders nor shortens the backoff of a failed event', async () => {
    const inbox = openInbox({ backoff: 3_600_000, lease: 3_600_000 });
    for (let index = 0; index < 50; index += 1)
      await store(inbox, `evt_first_${index}`, 'dv_first');
    await store(inbox, 'evt_other', 'dv_other');
    const seen: string[] = [];
    const worker = await startWorker(
      inbox,
      async ({ id }) => {
        seen.push(id);
        return id === 'evt_first_0' ? { kind: 'failed', error: 'not yet' } : processed;
      },
      { concurrency: 2 },
    );
    await until(() => seen.length === 2);
    await until(async () => (await database.admin(`SELECT FROM ${LINES}`)).length === 1);
    expect(seen).toEqual(['evt_first_0', 'evt_other']);
    await database.admin(`UPDATE ${LINES} SET attempts = 9, run_at = now()`);
    await until(() => seen.length === 52);
    await worker.stop();
  });

  it('never runs two events of an order at once, with several inboxes and workers', async () => {
    const inboxes = openInboxes();
    const running = new Map<string, number>();
    let overlaps = 0;
    let done = 0;
    const workers = await Promise.all(
      inboxes.slice(0, 3).map((inbox) =>
        startWorker(
          inbox,
          async ({ data }) => {
            const order = JSON.stringify(data);
            running.set(order, (running.get(order) ?? 0) + 1);
            if ((running.get(order) ?? 0) > 1) overlaps += 1;
            // Long enough for a worker that would start another one meanwhile.
            await database.admin('SELECT pg_sleep(0.002)');
            running.set(order, (running.get(order) ?? 0) - 1);
            done += 1;
            return processed;
          },
          { concurrency: 4 },
        ),
      ),
    );
    await Promise.all(
      inboxes.map(async (inbox, sender) => {
        for (let index = 0; index < 50; index += 1) {
          const event = eventOf(`evt_${sender}_${index}`, `dv_${index % 3}`);
          await inbox.store(event, { key: event.id, receivedAt: Date.now() });
        }
      }),
    );
    await until(() => done === 200);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(overlaps).toBe(0);
  });

  it('fetches the first event of a free order at once, behind 50,000 that wait in another', async () => {
    await store(openInbox(), 'evt_first', 'dv_blocked');
    await database.admin(
      `INSERT INTO ${EVENTS} (inbox, event_id, key, line, position, received_at, event)
       SELECT 'inbox', 'evt_' || n, gen_random_uuid(), line, n, 0, '{}'
       FROM ${LINES}, generate_series(2, 50001) n`,
    );
    await database.admin(`UPDATE ${LINES} SET last = 50001`);
    await store(openInbox(), 'evt_free', 'dv_free');
    const queue = postgresEventQueue(createSqlClient(database.pool()), postgresInboxSettings({}));
    const { events } = await queue.fetch(10, 'token');
    expect(events.map(({ event }) => event.id)).toEqual(['evt_first', 'evt_free']);
  });

  it('puts replayed events at the end of their order, in their previous sequence', async () => {
    const inbox = openInbox({ attempts: 1 });
    let fixed = false;
    const seen: string[] = [];
    const worker = await startWorker(inbox, async ({ id }) => {
      seen.push(id);
      return fixed ? processed : { kind: 'failed', error: 'broken' };
    });
    for (const id of ['evt_1', 'evt_2', 'evt_3']) await store(inbox, id);
    await until(async () => (await inbox.deadLetters()).length === 3);
    await inbox.pause();
    await store(inbox, 'evt_4');
    fixed = true;
    expect(await inbox.replay({ since: 0, deadOnly: true })).toBe(3);
    await inbox.resume();
    await until(() => seen.length === 7);
    await worker.stop();
    expect(seen.slice(3)).toEqual(['evt_4', 'evt_1', 'evt_2', 'evt_3']);
  });
});
