import { createReceiver } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import { afterEach, beforeEach, expect, it, onTestFailed, onTestFinished, vi } from 'vitest';
import { type CuttableProxy, startProxy } from '../cuttable-proxy.js';
import { processed, startWorker, store as storeIn, workAndNote } from '../inbox.js';
import { ignoredStateOfFile } from '../kept.js';
import { until } from '../until.js';
import type { SqlStore, SqlUnderTest } from './sql-under-test.js';

const HOUR = 3_600_000;
const LIMIT = 5000;
const SECRET = 'whsec_of_the_suite';

/** Tests of a store whose connections go silent. Its table must exist. */
export function silentStoreSuite<Pool>(under: SqlUnderTest<Pool>): void {
  // A statement that is never answered keeps its limit of up to a minute.
  ignoredStateOfFile.add('Timeout');
  const noAnswer = `${under.server} did not answer within ${LIMIT} ms.`;
  let proxy: CuttableProxy;
  let pool: Pool;
  let store: SqlStore;
  beforeEach(async () => {
    proxy = await startProxy(under.port);
    pool = under.pool({ port: proxy.port });
    store = under.store(pool);
    // Limits end when a test moves the clock; the connections are real.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
    proxy.close();
  });

  /** Opens three connections of the pool. */
  async function warmUp(): Promise<void> {
    const taken = await Promise.all([under.take(pool), under.take(pool), under.take(pool)]);
    for (const giveBack of taken) giveBack();
    // The connections are older than everything that follows.
    await vi.advanceTimersByTimeAsync(1);
  }
  const passLimit = () => vi.advanceTimersByTimeAsync(LIMIT);

  it('a claim ends at its limit, and all that are as old are destroyed', async () => {
    await warmUp();
    proxy.silence();
    const failed = expect(store.claim('k', 'a', HOUR)).rejects.toThrow(noAnswer);
    await passLimit();
    await failed;
    expect(under.sizeOf(pool)).toBe(2);
    // At once: the clock does not move.
    expect(await store.claim('k', 'b', HOUR)).toBe('acquired');
    expect(under.sizeOf(pool)).toBe(1);
  });

  it.each(['extend', 'commit', 'release'] as const)('a %s ends at its limit', async (operation) => {
    await store.claim(operation, 'a', HOUR);
    await vi.advanceTimersByTimeAsync(1);
    proxy.silence();
    const failed = expect(store[operation](operation, 'a', HOUR)).rejects.toThrow(noAnswer);
    await passLimit();
    await failed;
    expect(await store[operation](operation, 'a', HOUR)).toBe(true);
  });

  it('a claim does not wait for a pool whose connections are all in use', async () => {
    const single = under.pool({ connections: 1 });
    const giveBack = await under.take(single);
    onTestFailed(giveBack);
    const failed = expect(under.store(single).claim('busy', 'a', HOUR)).rejects.toThrow(
      'The pool of connections did not answer within 5000 ms.',
    );
    await passLimit();
    await failed;
    giveBack();
    // The late connection returns to the pool.
    expect(await under.store(single).claim('busy', 'b', HOUR)).toBe('acquired');
  });

  it('a delivery is answered 503, and the next one is processed, when they are cut or their replies are lost', async () => {
    let runs = 0;
    const receiver = createReceiver({
      secret: SECRET,
      dedupe: store,
      lease: HOUR,
      observe: false,
      handlers: {
        '*': () => {
          runs += 1;
        },
      },
    });
    const deliver = async (): Promise<readonly unknown[]> => {
      const event = fixture('document_verification.recorded', { id: 'evt_silent' });
      const { request } = await sign(event, { secret: SECRET });
      const { status } = await receiver.fetch(request('http://hooks.test/'));
      return [status, runs];
    };
    await warmUp();
    proxy.cut();
    await until(() => under.sizeOf(pool) === 0);
    expect(await deliver()).toEqual([503, 0]);
    proxy.restore();
    await warmUp();
    proxy.silence('replies');
    const delivered = deliver();
    // The server has taken the claim, and its reply is lost.
    const claims = () =>
      under.admin(
        `SELECT 1 FROM screening_webhook_claims
          WHERE ${under.key} LIKE '%evt_silent' AND expires_at > ${under.past}`,
      );
    await until(async () => (await claims()).length === 1);
    await passLimit();
    expect(await delivered).toEqual([503, 0]);
    // The receiver releases it on another connection.
    await until(async () => (await claims()).length === 0);
    expect(await deliver()).toEqual([200, 1]);
    expect(await deliver()).toEqual([200, 1]);
  });
}

/** Tests of a worker whose connections go silent or are cut. The tables of the inbox are empty before each test. */
export function silentInboxSuite<Pool>(
  under: SqlUnderTest<Pool>,
  states: () => Promise<readonly unknown[]>,
): void {
  ignoredStateOfFile.add('Timeout');

  async function silentWorld() {
    const proxy = await startProxy(under.port);
    onTestFinished(() => proxy.close());
    const errors: Error[] = [];
    const inbox = under.inbox(under.pool({ port: proxy.port }), {
      timeout: 1000,
      pollInterval: 20,
      lease: HOUR,
      onError: (error) => errors.push(error),
    });
    const others = under.inbox(under.pool(), { pollInterval: HOUR, lease: HOUR });
    const isTold = () => errors.some(({ name }) => name === 'NoAnswerError');
    return { proxy, inbox, others, errors, isTold };
  }

  it('an acked event runs, and onError is told', async () => {
    const { proxy, inbox, others, isTold } = await silentWorld();
    const worker = await workAndNote(inbox);
    await storeIn(others, 'evt_1');
    await until(() => worker.seen.length === 1);
    proxy.silence();
    await storeIn(others, 'evt_2');
    await until(() => worker.seen.includes('evt_2'));
    await until(isTold);
    await worker.stop();
  });

  it('the work of a handler is recorded', async () => {
    const { proxy, inbox, others, isTold } = await silentWorld();
    let runs = 0;
    await startWorker(inbox, async () => {
      runs += 1;
      proxy.silence();
      return processed;
    });
    await storeIn(others, 'evt_1');
    await until(async () => (await states())[0] === 'processed');
    await until(isTold);
    expect(runs).toBe(1);
  });

  it('an event that was fetched without the answer is freed', async () => {
    const { proxy, inbox, others } = await silentWorld();
    const worker = await workAndNote(inbox);
    await storeIn(others, 'evt_1');
    await until(() => worker.seen.length === 1);
    proxy.silence('replies');
    await storeIn(others, 'evt_2');
    await until(() => worker.seen.includes('evt_2'));
    await worker.stop();
  });

  it('after a cut, the worker goes on without a restart, and so do stores', async () => {
    const { proxy, inbox, errors } = await silentWorld();
    const worker = await workAndNote(inbox);
    await storeIn(inbox, 'evt_1');
    await until(() => worker.seen.includes('evt_1'));
    proxy.cut();
    await expect(storeIn(inbox, 'evt_2')).rejects.toThrow();
    await until(() => errors.length > 0);
    proxy.restore();
    await until(async () => (await storeIn(inbox, 'evt_2').catch(() => 'down')) !== 'down');
    await until(() => worker.seen.includes('evt_2'));
    await worker.stop();
  });

  it('a worker that starts while the server is down begins to work when it is back', async () => {
    const { proxy, inbox, others, errors } = await silentWorld();
    proxy.cut();
    const worker = await workAndNote(inbox);
    await until(() => errors.length > 0);
    await storeIn(others, 'evt_1');
    proxy.restore();
    await until(() => worker.seen.includes('evt_1'));
    await worker.stop();
  });

  it('a worker stops all the same', async () => {
    const { proxy, inbox } = await silentWorld();
    const worker = await workAndNote(inbox);
    proxy.silence();
    await worker.stop();
  });
}
