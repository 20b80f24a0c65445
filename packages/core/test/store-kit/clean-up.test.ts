import { until } from 'screening-webhooks-test-support/until';
import { describe, expect, it, vi } from 'vitest';
import {
  type CleanUpOptions,
  type CleanUpResult,
  startCleanUp,
} from '../../src/store-kit/index.js';
import { deferred } from '../support/manual.js';

/** A store that answers with these results in turn, and with nothing to do after them. */
function answering(results: readonly (CleanUpResult | Error)[]) {
  const cleanUp = vi.fn(async () => ({ deleted: 0, more: false }) as CleanUpResult);
  for (const result of results) {
    if (result instanceof Error) cleanUp.mockRejectedValueOnce(result);
    else cleanUp.mockResolvedValueOnce(result);
  }
  return { store: { cleanUp }, calls: () => cleanUp.mock.calls.length };
}
const STEP: CleanUpResult = { deleted: 1000, more: true };

const warnings: unknown[] = [];
const cleanUpEvery = (store: { cleanUp(): Promise<CleanUpResult> }, options?: CleanUpOptions) =>
  startCleanUp(store, options ?? {}, (error) => warnings.push(error));

describe('a clean-up timer', () => {
  it('goes on while rows are left, and again after the interval', async () => {
    const { store, calls } = answering([STEP, STEP, { deleted: 1, more: false }]);
    const timer = cleanUpEvery(store, { interval: 1 });
    await until(() => calls() > 5);
    await timer.stop();
  });

  it('reports the rows that are left at the end, once', async () => {
    const errors: unknown[] = [];
    const kept = new Error('kept by a trigger');
    const { store, calls } = answering([
      { deleted: 999, more: true, failures: [kept] },
      { deleted: 5, more: false, failures: [kept] },
    ]);
    const timer = cleanUpEvery(store, {
      interval: 1_000_000,
      onError: (error) => errors.push(error),
    });
    await until(() => calls() === 2);
    await timer.stop();
    expect(errors).toEqual([kept]);
  });

  it('waits for the interval when nothing could be deleted', async () => {
    const { store, calls } = answering(Array(9).fill({ deleted: 0, more: true }));
    const timer = cleanUpEvery(store, { interval: 1_000_000 });
    await timer.stop();
    expect(calls()).toBe(1);
  });

  it('reports an error and goes on, even when the callback throws', async () => {
    const errors: unknown[] = [];
    const down = new Error('down');
    const { store, calls } = answering([down, down]);
    const timer = cleanUpEvery(store, {
      interval: 1,
      onError(error) {
        errors.push(error);
        if (errors.length === 2) throw new Error('in the callback');
      },
    });
    await until(() => calls() > 3);
    await timer.stop();
    expect(errors).toEqual([down, down]);
    expect(warnings).toEqual([new Error('in the callback')]);
  });

  it('starts nothing after stop, which waits for the running step', async () => {
    const step = deferred<CleanUpResult>();
    const cleanUp = vi.fn(() => step.promise);
    const timer = cleanUpEvery({ cleanUp }, { interval: 1 });
    const stopped = vi.fn();
    const stopping = timer.stop().then(stopped);
    await Promise.resolve();
    expect(stopped).not.toHaveBeenCalled();
    step.resolve(STEP);
    await stopping;
    expect(cleanUp).toHaveBeenCalledTimes(1);
  });

  it('refuses malformed options', () => {
    const { store } = answering([]);
    expect(() => cleanUpEvery(store, { interval: 0 })).toThrow(/^interval:/);
    expect(() => Reflect.apply(cleanUpEvery, undefined, [store, { onError: 1 }])).toThrow(
      /^onError:/,
    );
  });
});
