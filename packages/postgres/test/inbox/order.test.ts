import type { InboxWorker } from '@screening-webhooks/core';
import { beforeAll, expect, it, vi } from 'vitest';
import { type PostgresInboxOptions, postgresInbox } from '../../src/inbox/index.js';
import { eventOf, processed, store } from '../support/inbox-events.js';
import { createTestDatabase, describeOnServer, type TestDatabase } from '../support/server.js';
import { sleep } from '../support/sleep.js';
import { until } from '../support/until.js';

vi.setConfig({ testTimeout: 40_000, hookTimeout: 30_000 });

const JOBS = 'screening_webhook_inbox.job';

describeOnServer('postgresInbox with an order', () => {
  let database: TestDatabase;
  let queues = 0;
  beforeAll(async () => {
    database = await createTestDatabase();
  });

  async function inboxOf(options: PostgresInboxOptions = {}) {
    queues += 1;
    const own: PostgresInboxOptions = {
      name: `queue-${queues}`,
      backoff: 50,
      orderBy: 'verificationId',
      ...options,
    };
    const inbox = postgresInbox(database.pool(), own);
    await inbox.migrate();
    return { inbox, name: own.name, reopen: () => postgresInbox(database.pool(), own) };
  }

  it('keeps it through failures that outlast the attempts, over several workers', async () => {
    const { inbox, reopen } = await inboxOf({ attempts: 3, backoff: 100 });
    const seen: string[] = [];
    const workers: InboxWorker[] = [];
    for (const own of [inbox, reopen(), reopen()]) {
      workers.push(
        await own.work(async ({ id }) => {
          seen.push(id);
          return id === 'evt_1' ? { kind: 'failed', error: 'never works' } : processed;
        }),
      );
    }
    const ids = Array.from({ length: 40 }, (_, index) => `evt_${index}`);
    for (const id of ids) await store(inbox, id);
    await until(() => seen.length >= 42, 25_000);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(seen).toEqual(['evt_0', 'evt_1', 'evt_1', 'evt_1', ...ids.slice(2)]);
  });

  it('neither starves others behind a long line, nor cuts the wait of a failed one short', async () => {
    const { inbox, name } = await inboxOf({ backoff: 600_000 });
    for (let index = 0; index < 50; index += 1) await store(inbox, `evt_line_${index}`, 'dv_line');
    await store(inbox, 'evt_other', 'dv_other');
    const seen: string[] = [];
    const worker = await inbox.work(
      async ({ id }) => {
        seen.push(id);
        return id === 'evt_line_0' ? { kind: 'failed', error: 'not yet' } : processed;
      },
      { concurrency: 2 },
    );
    await until(() => seen.length === 2);
    await sleep(1000);
    expect(seen).toEqual(['evt_line_0', 'evt_other']);
    await database.admin(`UPDATE ${JOBS} SET retry_count = 9, start_after = now()
      WHERE name = '${name}' AND state = 'retry'`);
    await until(() => seen.length === 52);
    await worker.stop();
  });

  it('never runs two at once, when many processes store and many work', async () => {
    const { inbox, reopen } = await inboxOf();
    const running = new Map<string, number>();
    let overlaps = 0;
    let done = 0;
    const workers = await Promise.all(
      [inbox, reopen(), reopen()].map((own) =>
        own.work(
          async ({ data }) => {
            const line = JSON.stringify(data);
            running.set(line, (running.get(line) ?? 0) + 1);
            if ((running.get(line) ?? 0) > 1) overlaps += 1;
            await sleep(2);
            running.set(line, (running.get(line) ?? 0) - 1);
            done += 1;
            return processed;
          },
          { concurrency: 4 },
        ),
      ),
    );
    const stores = [inbox, reopen(), reopen(), reopen()];
    await Promise.all(
      stores.map(async (own, store) => {
        for (let index = 0; index < 50; index += 1) {
          const event = eventOf(`evt_${store}_${index}`, `dv_${index % 3}`);
          await own.store(event, { key: event.id, receivedAt: Date.now() });
        }
      }),
    );
    await until(() => done === 200, 30_000);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(overlaps).toBe(0);
  });

  it('lets one that came to light late wait for a later one that runs', async () => {
    const { inbox, name } = await inboxOf();
    await store(inbox, 'evt_later');
    let end = (): void => {};
    const seen: string[] = [];
    const worker = await inbox.work(async ({ id }) => {
      seen.push(id);
      if (id === 'evt_later') await new Promise<void>((resolve) => (end = resolve));
      return processed;
    });
    await until(() => seen.length === 1);
    // As if its store had begun before the other's, and its COMMIT come after.
    await inbox.pause();
    await store(inbox, 'evt_earlier');
    await database.admin(`UPDATE ${JOBS} SET arrival = 0, start_after = '-infinity'
      WHERE name = '${name}' AND data->>'event' LIKE '%evt_earlier%'`);
    await inbox.resume();
    await sleep(800);
    expect(seen).toEqual(['evt_later']);
    end();
    await until(() => seen.length === 2);
    await worker.stop();
  });

  it('puts replayed events at the end of their line, in their order', async () => {
    const { inbox } = await inboxOf({ attempts: 1 });
    let mended = false;
    const seen: string[] = [];
    const worker = await inbox.work(async ({ id }) => {
      seen.push(id);
      return mended ? processed : { kind: 'failed', error: 'broken' };
    });
    for (const id of ['evt_1', 'evt_2', 'evt_3']) await store(inbox, id);
    await until(async () => (await inbox.deadLetters()).length === 3);
    await inbox.pause();
    await store(inbox, 'evt_4');
    mended = true;
    expect(await inbox.replay({ since: 0, deadOnly: true })).toBe(3);
    await inbox.resume();
    await until(() => seen.length === 7);
    await worker.stop();
    expect(seen.slice(3)).toEqual(['evt_4', 'evt_1', 'evt_2', 'evt_3']);
  });
});
