import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReceiver, type ReceiverOptions } from '../../src/index.js';
import { recordedEvent } from '../support/sample-event.js';
import { now, SECRET, signedDelivery } from '../support/signed-delivery.js';

const error = vi.spyOn(console, 'error');
const warn = vi.spyOn(console, 'warn');
const lines = (): unknown[][] => [...error.mock.calls, ...warn.mock.calls];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  error.mockReset().mockImplementation(() => {});
  warn.mockReset().mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
});

const failure = new Error('database is down');
const failing = { '*': () => Promise.reject(failure) };

async function receive(options: Partial<ReceiverOptions>, ...events: object[]): Promise<void> {
  const receiver = createReceiver({ secret: SECRET, now, handlers: failing, ...options });
  for (const event of events) await receiver.receive(await signedDelivery(event));
}

it('a failed handler is one line with type, id and the error', async () => {
  await receive({}, recordedEvent());
  expect(lines()).toEqual([
    [
      '[screening-webhooks] document_verification.recorded evt_1: The handler failed. The sender retries.',
      failure,
    ],
  ]);
  expect(error).toHaveBeenCalledTimes(1);
});

it('a store that is down is named, with its error', async () => {
  await receive(
    {
      dedupe: () => {
        throw failure;
      },
    },
    recordedEvent(),
  );
  expect(lines()).toEqual([[expect.stringMatching(/evt_1: unavailable: dedupe\./), failure]]);
});

it.each<[string, Partial<ReceiverOptions>, string]>([
  ['wrong_integration', { integrationId: 'other' }, 'wrong_integration'],
  ['no_secret', { secret: () => undefined }, 'no_secret'],
])('%s is a warning', async (_name, options, code) => {
  await receive(options, recordedEvent());
  expect(warn.mock.calls).toEqual([[expect.stringContaining(`${code}:`)]]);
  expect(error).not.toHaveBeenCalled();
});

it('a wrong signature and a success write nothing', async () => {
  await receive({ secret: 'another' }, recordedEvent());
  await receive({ handlers: { '*': () => {} } }, recordedEvent());
  expect(lines()).toEqual([]);
});

it('nothing of body, headers, secret or form is written', async () => {
  const validate = () => ({ issues: [{ message: 'licenseNumber RN123456' }] });
  const metadata = { '~standard': { version: 1, vendor: 'test', validate } } as const;
  await receive({ metadata }, recordedEvent());
  await receive({}, recordedEvent());
  const written = lines()
    .map(([line]) => String(line))
    .join('\n');
  expect(written).toContain('data_invalid');
  for (const secret of [SECRET, 'RN123456', 'Zoë', 'v1=', 'clinician-4711', 'orderId']) {
    expect(written).not.toContain(secret);
  }
});

it('at most one line a second of a kind, and the others are counted', async () => {
  const receiver = createReceiver({ secret: SECRET, now, handlers: failing });
  const deliver = async (id: string) => receiver.receive(await signedDelivery(recordedEvent(id)));
  for (const id of ['evt_1', 'evt_2', 'evt_3']) await deliver(id);
  expect(error).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  await deliver('evt_4');
  expect(error).toHaveBeenCalledTimes(2);
  expect(String(error.mock.calls[1]?.[0])).toMatch(/evt_4: .*\(2 more like this/);
});

describe('an id', () => {
  it('cannot start a line, colour the terminal or take the place of the error', async () => {
    await receive({}, recordedEvent('evt\n\u001b[31m%o'));
    expect(lines()).toEqual([[expect.stringContaining(' evt??[31m?o: '), failure]]);
  });
});

it('an error that the console cannot print still has its line', async () => {
  error.mockImplementationOnce(() => {
    throw new Error('stack');
  });
  await receive({}, recordedEvent());
  expect(error).toHaveBeenCalledTimes(2);
  expect(error.mock.calls[1]).toEqual([expect.stringContaining('evt_1: The handler failed.')]);
});

it('observe: false is silence, and observe takes the place of the console', async () => {
  await receive({ observe: false }, recordedEvent());
  const observe = vi.fn<() => void>();
  await receive({ observe }, recordedEvent());
  expect(observe).toHaveBeenCalledTimes(1);
  expect(lines()).toEqual([]);
});
