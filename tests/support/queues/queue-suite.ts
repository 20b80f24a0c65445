import { createHash } from 'node:crypto';
import { type EventEnvelope, RetryLater, type WorkableInbox } from '@screening-webhooks/core';
import type { QueueOptions } from '@screening-webhooks/core/store-kit';
import { expect, it } from 'vitest';
import { deferred } from '../deferred.js';
import { eventOf, processed, startWorker, store, workAndNote, workThrough } from '../inbox.js';
import { until } from '../until.js';
import type { QueueUnderTest } from './queue-under-test.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Tests of an inbox in tables. `inboxContract` only tests the interface; these tests know the tables. */
export function queueSuite(under: QueueUnderTest): void {
  const openInbox = (options?: QueueOptions): WorkableInbox =>
    under.open({ backoff: 50, pollInterval: 20, ...options });
  const isDone = async () => (await under.states()).every((state) => state === 'processed');

  it.each([
    ...['7', 'a:b:c', 'ümläut', '', "'; --", 'nul\0', '\ud800', '__proto__'],
    ...['界'.repeat(200), 'x'.repeat(5000)],
  ])('stores and replays an unusual event id: %#', async (id) => {
    const inbox = openInbox();
    expect(await store(inbox, id)).toBe('stored');
    expect(await store(inbox, id)).toBe('duplicate');
    await workThrough(inbox, 1);
    await until(isDone);
    expect(await inbox.replay({ id })).toBe(1);
    await workThrough(inbox, 1);
  });

  it('keeps ids, orders and inboxes apart that a collation may take for equal', async () => {
    const inbox = openInbox({ orderBy: 'verificationId' });
    const names = ['a', 'A', 'ä', 'a '];
    for (const name of names) expect(await store(inbox, name, name)).toBe('stored');
    expect(await store(openInbox({ name: 'INBOX' }), 'a')).toBe('stored');
    expect((await under.rows()).lines).toHaveLength(names.length + 1);
    expect([...(await workThrough(inbox, names.length))].sort()).toEqual([...names].sort());
  });

  it('keeps an event as it is: NUL, an unpaired surrogate, the order of keys', async () => {
    const inbox = openInbox({ orderBy: 'verificationId' });
    const odd = { z: 'a\0b😀', a: '\ud83d', n: 1e300, ['__proto__']: 1 };
    const event = { ...eventOf('evt_odd'), data: { verificationId: 'dv\0', formData: odd } };
    await inbox.store(event, { key: 'int:evt_odd', receivedAt: 1.5 });
    const handled = deferred<EventEnvelope>();
    const worker = await startWorker(inbox, async (seen) => {
      handled.resolve(seen);
      return processed;
    });
    expect(JSON.stringify(await handled.promise)).toBe(JSON.stringify(event));
    await worker.stop();
  });

  it('orders by a value that is too long for an index', async () => {
    const inbox = openInbox({ orderBy: 'verificationId' });
    // No index compresses these letters.
    const letters = Array.from({ length: 200 }, (_, index) =>
      createHash('sha256').update(`${index}`).digest('base64'),
    ).join('');
    for (const [index, order] of ['界'.repeat(200), '界'.repeat(9000), letters].entries())
      expect(await store(inbox, `evt_${index}`, order)).toBe('stored');
    await workThrough(inbox, 3);
  });

  it('has committed when it answers stored', async () => {
    await store(openInbox(), 'evt_1');
    expect(await under.states()).toEqual(['waiting']);
  });

  /** Works until the inbox has a dead letter, and resolves with its reason. */
  async function reasonOf(process: Parameters<WorkableInbox['work']>[0]): Promise<unknown> {
    const inbox = openInbox({ attempts: 1 });
    await store(inbox, 'evt_1');
    const worker = await startWorker(inbox, process);
    await until(async () => (await inbox.deadLetters()).length === 1);
    await worker.stop();
    return (await inbox.deadLetters())[0]?.reason;
  }

  it('stores a reason with characters that a database rejects', async () => {
    const reason = await reasonOf(async () => ({ kind: 'failed', error: 'a\0b\ud800' }));
    expect(reason).toBe('a\ufffdb\ufffd');
  });

  it('counts an invalid outcome as a failure, with a reason', async () => {
    const reason = await Reflect.apply(reasonOf, undefined, [async () => {}]);
    expect(reason).toContain('return the result of receiver.dispatch');
  });

  it('says in the reason of a rejected event that its handler never ran', async () => {
    const reason = await reasonOf(async () => ({
      kind: 'rejected',
      rejection: { ok: false, code: 'data_invalid' },
    }));
    expect(reason).toBe('never_ran: rejected: data_invalid');
  });

  /**
   * Waits until the event has failed so often, checks that it was scheduled exactly `delay` milliseconds after a moment between
   * `since` and now, and makes it due. Resolves with a time of the server before that: the worker may run it at once.
   */
  async function expectRetry(failures: number, delay: number, since: number): Promise<number> {
    await until(async () => {
      const [line] = (await under.rows()).lines;
      return line?.['token'] === null && Number(line['attempts']) === failures;
    });
    const { now, runAt } = await under.schedule();
    expect([runAt - delay >= since, runAt - delay <= now]).toEqual([true, true]);
    await under.makeDue();
    return now;
  }

  it('waits as long as RetryLater requests', async () => {
    const inbox = openInbox({ backoff: 10 });
    await store(inbox, 'evt_1');
    const { now } = await under.schedule();
    let runs = 0;
    const worker = await startWorker(inbox, async () => {
      runs += 1;
      if (runs > 1) return processed;
      return { kind: 'failed', error: new RetryLater({ after: 3600 }), retryAfter: 3600 };
    });
    await expectRetry(1, HOUR, now);
    await until(() => runs === 2);
    await worker.stop();
  });

  it('doubles the delay up to maxBackoff', async () => {
    const inbox = openInbox({ backoff: HOUR, maxBackoff: 2.5 * HOUR });
    await store(inbox, 'evt_1');
    let since = (await under.schedule()).now;
    const worker = await startWorker(inbox, async () => ({ kind: 'failed', error: 'no' }));
    for (const [index, hours] of [1, 2, 2.5].entries()) {
      since = await expectRetry(index + 1, hours * HOUR, since);
    }
    await worker.stop();
  });

  it('remembers ids for the retention, and forgets them after it', async () => {
    const options = { retention: 2 * DAY };
    const inbox = openInbox(options);
    const queue = under.openQueue(options);
    await store(inbox, 'evt_done');
    await store(inbox, 'evt_dead');
    const worker = await startWorker(inbox, async ({ id }) =>
      id === 'evt_dead'
        ? { kind: 'rejected', rejection: { ok: false, code: 'data_invalid' } }
        : processed,
    );
    await until(async () => (await under.states()).join() === 'processed,dead_letter');
    await worker.stop();
    await store(inbox, 'evt_waiting');
    await under.age(1.5 * DAY);
    await queue.cleanUp();
    for (const id of ['evt_done', 'evt_dead']) expect(await store(inbox, id)).toBe('duplicate');
    await under.age(1.5 * DAY);
    await queue.cleanUp();
    // An event that waits never expires.
    expect(await under.states()).toEqual(['waiting']);
    expect(await store(inbox, 'evt_dead')).toBe('stored');
  });

  it('pauses every process, including those that start later', async () => {
    const seen: string[] = [];
    /** A worker like that of another process, and how often it has asked whether the inbox is paused. */
    async function workElsewhere() {
      const { inbox, texts } = under.openSpied({ pollInterval: 20 });
      const worker = await startWorker(inbox, async ({ id }) => {
        seen.push(id);
        return processed;
      });
      const isPausedQuery = /^SELECT \w+ FROM \S+inbox_paused/;
      return { worker, checks: () => texts.filter((text) => isPausedQuery.test(text)).length };
    }
    const early = await workElsewhere();
    const other = openInbox();
    await other.pause();
    await other.pause();
    await store(other, 'evt_1');
    const late = await workElsewhere();
    // Each has found the inbox paused, and keeps asking.
    await until(() => early.checks() > 3 && late.checks() > 3);
    expect(seen).toEqual([]);
    const [line] = (await under.rows()).lines;
    expect(line).toMatchObject({ attempts: 0, token: null });
    await other.resume();
    await until(() => seen.length === 1);
    await Promise.all([early.worker.stop(), late.worker.stop()]);
  });

  it('returns the newest dead letters first, up to the limit, which may be any number', async () => {
    const inbox = openInbox({ attempts: 1 });
    const worker = await startWorker(inbox, async () => ({ kind: 'failed', error: 'no' }));
    for (const [index, id] of ['evt_1', 'evt_2', 'evt_3'].entries()) {
      await store(inbox, id);
      await until(async () => (await inbox.deadLetters()).length > index);
    }
    await worker.stop();
    const idsOf = async (limit: number) =>
      (await inbox.deadLetters({ limit })).map(({ event }) => event.id);
    expect(await idsOf(2)).toEqual(['evt_3', 'evt_2']);
    expect(await idsOf(0)).toEqual([]);
    expect(await idsOf(Infinity)).toEqual(['evt_3', 'evt_2', 'evt_1']);
    expect(await inbox.replay({ since: -Infinity, until: Infinity })).toBe(3);
  });

  it('fetches what its own process stores at once, and what another one stores with a poll at the latest', async () => {
    const patient = openInbox({ pollInterval: HOUR });
    const waiting = await workAndNote(patient);
    for (let stored = 1; stored <= 3; stored += 1) {
      await store(patient, `evt_${stored}`);
      await until(() => waiting.seen.length === stored);
    }
    await waiting.stop();
    const polling = await workAndNote(openInbox());
    await store(openInbox(), 'evt_4');
    await until(() => polling.seen.includes('evt_4'));
    await polling.stop();
  });

  it('processes other events while a slow one runs', async () => {
    const inbox = openInbox({ pollInterval: HOUR });
    const ended = deferred();
    const seen: string[] = [];
    const worker = await startWorker(
      inbox,
      async ({ id }) => {
        if (id === 'evt_slow') await ended.promise;
        seen.push(id);
        return processed;
      },
      { concurrency: 2 },
    );
    await store(inbox, 'evt_slow');
    for (let index = 0; index < 20; index += 1) await store(inbox, `evt_${index}`);
    await until(() => seen.length === 20);
    ended.resolve();
    await worker.stop();
    expect(seen.at(-1)).toBe('evt_slow');
  });
}
