import { afterAll, beforeAll, describe, it } from 'vitest';
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

let worker: RunningWorker;
beforeAll(async () => {
  worker = await startWorker();
}, 30_000);
afterAll(() => worker?.close());

const patience = { timeout: 20_000, interval: 100 };
const stored = (id: string): Promise<unknown> => worker.ask('store', { id });
const state = async (): Promise<State> => (await worker.ask('state')) as State;
const outcomesOf = async (id: string): Promise<readonly string[]> =>
  (await state()).observed.filter((each) => each.id === id).map(({ outcome }) => outcome.kind);

describe.concurrent('inbox and consumer on the platform’s queues, in workerd', () => {
  it('processes what was stored, once', { timeout: 30_000 }, async ({ expect }) => {
    expect(await stored('evt_1')).toBe('stored');
    expect(await stored('evt_1')).toBe('duplicate');
    await expect.poll(() => outcomesOf('evt_1'), patience).toEqual(['processed']);
    expect(await stored('evt_1')).toBe('duplicate');
    expect((await state()).runs['evt_1']).toBe(1);
  });

  it('processes the second message of an event as a duplicate', { timeout: 30_000 }, async ({
    expect,
  }) => {
    await worker.ask('send', { id: 'evt_twice' });
    await expect.poll(() => outcomesOf('evt_twice'), patience).toEqual(['processed']);
    await worker.ask('send', { id: 'evt_twice' });
    await expect.poll(() => outcomesOf('evt_twice'), patience).toEqual(['processed', 'duplicate']);
    expect((await state()).runs['evt_twice']).toBe(1);
  });

  it('tries a failing handler again, until it succeeds', { timeout: 30_000 }, async ({
    expect,
  }) => {
    await stored('evt_flaky');
    const outcomes = ['failed', 'failed', 'processed'];
    await expect.poll(() => outcomesOf('evt_flaky'), patience).toEqual(outcomes);
    const observed = (await state()).observed.filter(({ id }) => id === 'evt_flaky');
    expect(observed.map(({ attempts }) => attempts)).toEqual([1, 2, 3]);
    expect(observed.map(({ retryAfter }) => retryAfter)).toEqual([1, 1, undefined]);
  });

  it('tries again when the handler asked for it', { timeout: 30_000 }, async ({ expect }) => {
    await stored('evt_later');
    await expect.poll(() => outcomesOf('evt_later'), patience).toEqual(['failed', 'processed']);
  });

  it('leaves a dead letter when the attempts are used up', { timeout: 30_000 }, async ({
    expect,
  }) => {
    await stored('evt_dead');
    const dead = async (): Promise<unknown> =>
      (await state()).deadLetters.filter(({ event }) => event?.id === 'evt_dead').length;
    await expect.poll(dead, patience).toBe(1);
    // The first attempt and max_retries.
    expect((await state()).runs['evt_dead']).toBe(4);
    expect(await stored('evt_dead')).toBe('duplicate');
  });

  it('refuses an event that no message can hold', { timeout: 30_000 }, async ({ expect }) => {
    const large = worker.ask('store', { id: 'evt_large', padding: 130_000 });
    await expect(large).rejects.toThrow(/takes \d+ bytes as a message.*at most 127000/);
    expect(await worker.ask('store', { id: 'evt_fits', padding: 125_000 })).toBe('stored');
  });
});
