import { describe, expect, it, vi } from 'vitest';
import type { EventEnvelope } from '../../src/index.js';
import { deferred, recorder } from '../support/manual.js';
import { pollOf, receiverWith } from '../support/reconciling.js';
import { now } from '../support/signed-delivery.js';
import { schemaOf, testReceiver } from '../support/test-receiver.js';

describe('process', () => {
  it('refuses what receive refuses: form, integration, schemas', async () => {
    const { receiver, handler } = receiverWith({ integrationId: 'int_mine' });
    const code = async (event: EventEnvelope) => {
      const outcome = await receiver.process(event);
      return outcome.kind === 'rejected' ? outcome.rejection.code : outcome.kind;
    };
    expect(await code({ ...pollOf(), id: '' })).toBe('event_malformed');
    const deep: unknown = JSON.parse('['.repeat(600) + ']'.repeat(600));
    expect(await code({ ...pollOf({ formData: deep }) })).toBe('event_malformed');
    expect(await code(pollOf())).toBe('wrong_integration');
    expect(await code(pollOf({ integrationId: 'int_mine', verified: true }))).toBe('data_invalid');
    expect(await code(pollOf({ integrationId: 'int_mine' }))).toBe('processed');
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it('is observed, without a signature', async () => {
    const { seen, observe } = recorder();
    const { poll } = receiverWith({ observe });
    await poll();
    await poll();
    expect(seen.map(({ outcome }) => outcome.kind)).toEqual(['processed', 'duplicate']);
    expect(seen[0]).toMatchObject({ late: false, receivedAt: now(), event: { source: 'poll' } });
    expect(seen[0]?.timestamp).toBeUndefined();
  });

  it('takes nothing while the receiver drains, and a drain waits for it', async () => {
    const hold = deferred();
    const { receiver, handler, poll } = receiverWith();
    handler.mockImplementationOnce(() => hold.promise);
    const first = poll();
    await vi.waitFor(() => expect(handler).toHaveBeenCalled());
    const drained = receiver.drain();
    expect(await receiver.process(pollOf())).toMatchObject({ reason: 'draining' });
    hold.resolve();
    expect(await first).toBe('processed');
    await drained;
  });

  it('an event that cannot be read is a failure, and a drain does not wait for it', async () => {
    const { receiver } = receiverWith({ observe: false });
    const error = new Error('getter');
    const event = {
      ...pollOf(),
      get data(): never {
        throw error;
      },
    };
    expect(await receiver.process(event)).toEqual({ kind: 'failed', reading: true, error });
    await receiver.drain();
  });

  it('hands the framework on, and the work to waitUntil', async () => {
    const work: unknown[] = [];
    const handler = vi.fn(async (_event: unknown, _context: unknown) => {});
    const receiver = testReceiver<string>({ handlers: { '*': handler } });
    const context = { framework: 'c', waitUntil: (promise: unknown) => void work.push(promise) };
    await receiver.process(pollOf(), context);
    expect(handler.mock.lastCall?.[1]).toMatchObject({ framework: 'c' });
    expect(work).toHaveLength(1);
  });

  it('a drain waits for it before its handler runs, too', async () => {
    const hold = deferred();
    const validate = async () => {
      await hold.promise;
      return { value: {} };
    };
    const metadata = schemaOf(validate);
    const handler = vi.fn();
    const receiver = testReceiver({ metadata, handlers: { '*': handler } });
    const processed = receiver.process(pollOf());
    const drained = vi.fn();
    const drain = receiver.drain().then(drained);
    // Whatever does not wait for the handler has ended by then.
    await new Promise(setImmediate);
    expect(drained).not.toHaveBeenCalled();
    hold.resolve();
    await drain;
    expect([(await processed).kind, handler.mock.calls.length]).toEqual(['processed', 1]);
  });
});
