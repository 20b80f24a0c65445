import { afterAll, beforeAll, describe, it, vi } from 'vitest';
import { type RunningWorker, startWorker } from './support/worker.js';

interface State {
  readonly runs: Readonly<Record<string, number>>;
  readonly observed: readonly {
    readonly id?: string;
    readonly attempts: number;
    readonly outcome: { readonly kind: string };
    readonly retryAfter?: number;
  }[];
  readonly deadLetters: readonly { readonly event?: { readonly id: string } }[];
}

// Only ends a hang.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const poll = { timeout: 100_000, interval: 50 };

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
});
afterAll(() => worker?.close());

const store = (id: string): Promise<unknown> => worker.ask('store', { id });
const state = async (): Promise<State> => (await worker.ask('state')) as State;
const outcomesOf = async (id: string): Promise<readonly string[]> =>
  (await state()).observed.filter((each) => each.id === id).map(({ outcome }) => outcome.kind);

describe.concurrent('inbox and consumer on Queues, in workerd', () => {
  it('processes a stored event once', async ({ expect }) => {
    expect(await store('evt_1')).toBe('stored');
    expect(await store('evt_1')).toBe('duplicate');
    await expect.poll(() => outcomesOf('evt_1'), poll).toEqual(['processed']);
    expect(await store('evt_1')).toBe('duplicate');
    expect((await state()).runs['evt_1']).toBe(1);
  });

  it('processes the second message of an event as a duplicate', async ({ expect }) => {
    await worker.ask('send', { id: 'evt_twice' });
    await expect.poll(() => outcomesOf('evt_twice'), poll).toEqual(['processed']);
    await worker.ask('send', { id: 'evt_twice' });
    await expect.poll(() => outcomesOf('evt_twice'), poll).toEqual(['processed', 'duplicate']);
    expect((await state()).runs['evt_twice']).toBe(1);
  });

  it('retries a failing handler until it succeeds', async ({ expect }) => {
    await store('evt_flaky');
    const outcomes = ['failed', 'failed', 'processed'];
    await expect.poll(() => outcomesOf('evt_flaky'), poll).toEqual(outcomes);
    const observed = (await state()).observed.filter(({ id }) => id === 'evt_flaky');
    expect(observed.map(({ attempts }) => attempts)).toEqual([1, 2, 3]);
    expect(observed.map(({ retryAfter }) => retryAfter)).toEqual([1, 1, undefined]);
  });

  it('retries when the handler asks for it', async ({ expect }) => {
    await store('evt_later');
    await expect.poll(() => outcomesOf('evt_later'), poll).toEqual(['failed', 'processed']);
  });

  it('puts a message into the dead letter queue when its attempts are used up', async ({
    expect,
  }) => {
    await store('evt_dead');
    const dead = async (): Promise<unknown> =>
      (await state()).deadLetters.filter(({ event }) => event?.id === 'evt_dead').length;
    await expect.poll(dead, poll).toBe(1);
    // The first attempt, and three retries.
    expect((await state()).runs['evt_dead']).toBe(4);
    expect(await store('evt_dead')).toBe('duplicate');
  });

  it('refuses an event that is too large for a message', async ({ expect }) => {
    const large = worker.ask('store', { id: 'evt_large', padding: 130_000 });
    await expect(large).rejects.toThrow(/takes \d+ bytes as a message.*at most 127000/);
    expect(await worker.ask('store', { id: 'evt_fits', padding: 125_000 })).toBe('stored');
  });
});
