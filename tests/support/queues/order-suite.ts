import type { InboxWorker, WorkableInbox } from '@screening-webhooks/core';
import type { QueueOptions } from '@screening-webhooks/core/store-kit';
import { expect, it } from 'vitest';
import { eventOf, processed, startWorker, store } from '../inbox.js';
import { until } from '../until.js';
import type { QueueUnderTest } from './queue-under-test.js';

/** Tests of an inbox in tables with an order. */
export function queueOrderSuite(under: QueueUnderTest): void {
  const openInbox = (options?: QueueOptions): WorkableInbox =>
    under.open({ backoff: 50, pollInterval: 20, orderBy: 'verificationId', ...options });

  it('keeps it across several workers when an event uses up its attempts', async () => {
    const seen: string[] = [];
    const workers: InboxWorker[] = [];
    for (let count = 0; count < 3; count += 1) {
      workers.push(
        await startWorker(openInbox({ attempts: 3 }), async ({ id }) => {
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

  it('counts the attempts of each event anew', async () => {
    const inbox = openInbox({ attempts: 3, backoff: 1 });
    for (const id of ['evt_1', 'evt_2']) await store(inbox, id);
    const seen: string[] = [];
    const worker = await startWorker(inbox, async ({ id }) => {
      seen.push(id);
      return id === 'evt_1' && seen.length === 3 ? processed : { kind: 'failed', error: 'no' };
    });
    await until(async () => (await inbox.deadLetters()).length === 1);
    await worker.stop();
    expect(seen).toEqual(['evt_1', 'evt_1', 'evt_1', 'evt_2', 'evt_2', 'evt_2']);
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
        return id === 'evt_first_0' && seen.length <= 2
          ? { kind: 'failed', error: 'not yet' }
          : processed;
      },
      { concurrency: 2 },
    );
    await until(async () => {
      const [line, ...others] = (await under.rows()).lines;
      return others.length === 0 && Number(line?.['attempts']) === 1 && line?.['token'] === null;
    });
    expect([...seen].sort()).toEqual(['evt_first_0', 'evt_other']);
    await under.makeDue();
    await until(() => seen.length === 52);
    await worker.stop();
    expect(seen.slice(2, 4)).toEqual(['evt_first_0', 'evt_first_1']);
  });

  it('never runs two events of an order at once, with several inboxes and workers', async () => {
    const running = new Map<string, number>();
    let overlaps = 0;
    let done = 0;
    const workers: InboxWorker[] = [];
    for (let count = 0; count < 3; count += 1) {
      workers.push(
        await startWorker(
          openInbox(),
          async ({ data }) => {
            const order = JSON.stringify(data);
            running.set(order, (running.get(order) ?? 0) + 1);
            if ((running.get(order) ?? 0) > 1) overlaps += 1;
            // As long as a statement takes, in which a worker could start another one.
            await under.rows();
            running.set(order, (running.get(order) ?? 0) - 1);
            done += 1;
            return processed;
          },
          { concurrency: 4 },
        ),
      );
    }
    await Promise.all(
      Array.from({ length: 4 }, async (_, sender) => {
        const inbox = openInbox();
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
}
