import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { PermanentError } from '../../src/index.js';
import { deferred, faultyStore, keepSignals, useFakeTime } from '../support/manual.js';
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

it('a dispatch runs the handler and nothing else, and says how it ended', async () => {
  const receiver = testReceiver({
    dedupe: faultyStore({ claim: () => Promise.reject(new Error('asked')) }),
    handlers: {
      'document_verification.recorded': ({ id }) => {
        if (id === 'evt_bad') throw new Error('bad');
        if (id === 'evt_gone') throw new PermanentError('gone');
      },
    },
  });
  expect(await receiver.dispatch(event)).toEqual({ kind: 'processed' });
  expect(await receiver.dispatch(event)).toEqual({ kind: 'processed' });
  expect(await receiver.dispatch(recordedEvent('evt_bad'))).toMatchObject({ kind: 'failed' });
  expect(await receiver.dispatch(recordedEvent('evt_gone'))).toMatchObject({ kind: 'discarded' });
  expect(await receiver.dispatch({ ...event, type: 'a.b' })).toEqual({ kind: 'ignored' });
  expect(await receiver.dispatch(recordedEvent(''))).toMatchObject({
    kind: 'rejected',
    rejection: { code: 'event_malformed' },
  });
});

it('a dispatched event may be deeper than one that is received', async () => {
  const formData: unknown = JSON.parse('['.repeat(600) + ']'.repeat(600));
  const deep = recordedEvent('evt_1', { formData });
  expect(await testReceiver().dispatch(deep)).toEqual({ kind: 'processed' });
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

it('a handler may change its event: that of the caller stays', async () => {
  const handlers = { '*': (given: object) => void Object.assign(given, { id: 'changed' }) };
  const receiver = testReceiver({ handlers });
  const own = recordedEvent();
  await receiver.dispatch(own);
  expect(own).toEqual(recordedEvent());
});
