import type { LeasedEvent, QueueOptions } from '@screening-webhooks/core/store-kit';
import { expect, it } from 'vitest';
import { eventOf, store, workAndNote } from '../inbox.js';
import { until } from '../until.js';
import { LOST, type QueueUnderTest } from './queue-under-test.js';

// No lease expires.
const OPTIONS: QueueOptions = { orderBy: 'verificationId', lease: 3_600_000, pollInterval: 20 };

type Queue = ReturnType<QueueUnderTest['openQueue']>;

/** Tests of a worker that has lost its lease. */
export function queueFencingSuite(under: QueueUnderTest): void {
  it.each<[string, (queue: Queue, held: LeasedEvent) => Promise<boolean>]>([
    ['completes', (queue, held) => queue.end(held, { outcome: 'processed', attempts: 1 })],
    ['gives up', (queue, held) => queue.end(held, { outcome: 'dead_letter', attempts: 1 })],
    ['retries', (queue, held) => queue.retryLater(held, 'no', 0)],
    ['puts back', (queue, held) => queue.putBack(held)],
    ['begins', (queue, held) => queue.begin(held, true)],
    [
      'releases',
      async (queue, held) => {
        await queue.release(held.token);
        return false;
      },
    ],
    ['renews', async (queue, held) => (await queue.renewal.unlocked([held])).renewed.has(held)],
  ])('%s without an effect', async (_name, write) => {
    const queue = under.openQueue(OPTIONS);
    await queue.store(eventOf('evt_1'), 'int:evt_1', 0);
    await queue.store(eventOf('evt_2'), 'int:evt_2', 0);
    const [frozen = expect.unreachable()] = (await queue.fetch(1, 'frozen')).events;
    await under.endLeases();
    await queue.recover();
    await queue.fetchSuspect('next');
    const before = await under.rows();
    expect(await write(queue, frozen)).toBe(false);
    expect(await under.rows()).toEqual(before);
    expect((await queue.fetch(10, 'other')).events).toEqual([]);
  });

  it('and has fetched the event again keeps the newer lease only', async () => {
    const queue = under.openQueue(OPTIONS);
    await queue.store(eventOf('evt_1'), 'int:evt_1', 0);
    const [first = expect.unreachable()] = (await queue.fetch(1, 'first')).events;
    await queue.release('first');
    const [second = expect.unreachable()] = (await queue.fetch(1, 'second')).events;
    expect([...(await queue.renewal.unlocked([first, second])).renewed]).toEqual([second]);
  });

  it('returns what it had fetched when the answer to the fetch was lost', async () => {
    await store(under.open(OPTIONS), 'evt_1');
    const errors: string[] = [];
    const onError = ({ message }: Error): void => void errors.push(message);
    const worker = await workAndNote(under.openLosingFetch({ ...OPTIONS, onError }));
    await until(async () => (await under.states())[0] === 'processed');
    await worker.stop();
    expect([worker.seen, errors]).toEqual([['evt_1'], [LOST]]);
    // It was returned at once, so that nothing had to end.
    const { events } = await under.rows();
    expect(events.map((row) => row['attempts'])).toEqual([1]);
  });
}
