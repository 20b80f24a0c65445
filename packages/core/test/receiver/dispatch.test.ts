import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { deferred, keepSignals, useFakeTime } from '../support/manual.js';
import { recordedEvent } from '../support/sample-event.js';
import { schemaOf, testReceiver } from '../support/test-receiver.js';

useFakeTime();

const event = recordedEvent();

/** The signal of a handler that is at work until `work` is settled. */
function working() {
  const work = deferred();
  const { signals, handlers } = keepSignals(() => work.promise);
  return { work, signals, receiver: testReceiver({ handlers, handlerTimeout: 5000 }) };
}

describe('the signal of a dispatched handler', () => {
  it('aborts at handlerTimeout, and says so', async () => {
    const { work, signals, receiver } = working();
    const dispatching = receiver.dispatch(event);
    await vi.advanceTimersByTimeAsync(4999);
    expect(signals[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(String(signals[0]?.reason)).toMatch(/handlerTimeout \(5000 ms\)/);
    work.resolve();
    expect(await dispatching).toEqual({ kind: 'processed' });
  });

  it('aborts with that of the caller, for its reason', async () => {
    const { work, signals, receiver } = working();
    const caller = new AbortController();
    const dispatching = receiver.dispatch(event, { signal: caller.signal });
    await vi.advanceTimersByTimeAsync(1);
    expect(signals[0]?.aborted).toBe(false);
    caller.abort('enough');
    expect(signals[0]?.reason).toBe('enough');
    work.resolve();
    await dispatching;
  });

  it('is aborted from the start when that of the caller is', async () => {
    const { work, signals, receiver } = working();
    const dispatching = receiver.dispatch(event, { signal: AbortSignal.abort('before') });
    work.resolve();
    await dispatching;
    expect(signals[0]?.reason).toBe('before');
  });

  it('leaves no listener and no timer when the handler has ended', async () => {
    const { work, receiver } = working();
    const { signal } = new AbortController();
    const dispatching = receiver.dispatch(event, { signal });
    await vi.advanceTimersByTimeAsync(1);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    work.resolve();
    await dispatching;
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('a drain waits for a dispatched handler', async () => {
  const { work, receiver } = working();
  const dispatching = receiver.dispatch(event);
  await vi.advanceTimersByTimeAsync(1);
  const drained = vi.fn();
  const draining = receiver.drain().then(drained);
  await vi.advanceTimersByTimeAsync(1000);
  expect(drained).not.toHaveBeenCalled();
  work.resolve();
  await dispatching;
  await draining;
  expect(drained).toHaveBeenCalledTimes(1);
});

it('a schema that rejects rejects the dispatch, and a drain does not wait for it', async () => {
  const validate = () => Promise.reject(new Error('schema'));
  const metadata = schemaOf(validate);
  const receiver = testReceiver({ metadata });
  await expect(receiver.dispatch(event)).rejects.toThrow('schema');
  await receiver.drain();
});

it('an event that the schemas refuse runs no handler', async () => {
  const handler = vi.fn();
  const validate = () => ({ issues: [{ message: 'no' }] });
  const metadata = schemaOf(validate);
  const receiver = testReceiver({ metadata, handlers: { '*': handler } });
  expect(await receiver.dispatch(event)).toMatchObject({
    kind: 'rejected',
    rejection: { code: 'data_invalid' },
  });
  expect(handler).not.toHaveBeenCalled();
});

it('a handler may change its event: that of the caller stays', async () => {
  const handlers = { '*': (given: object) => void Object.assign(given, { id: 'changed' }) };
  const receiver = testReceiver({ handlers });
  const own = recordedEvent();
  await receiver.dispatch(own);
  expect(own).toEqual(recordedEvent());
});
