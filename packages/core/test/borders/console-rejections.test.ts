import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createReceiver,
  createVerifier,
  type Delivery,
  type Receiver,
  type ReceiverOptions,
} from '../../src/index.js';
import { statusByRejection } from '../../src/outcome/rejection.js';
import { consoleObserver } from '../../src/pipeline/console-observer.js';
import { throwing } from '../support/manual.js';
import { recordedEvent } from '../support/sample-event.js';
import {
  type DeliveryOverrides,
  NOW_SECONDS,
  now,
  SECRET,
  signedDelivery,
} from '../support/signed-delivery.js';
import { schemaOf } from '../support/test-receiver.js';

const REJECTED =
  'rejected: signature_mismatch (401). No secret of this receiver made this signature: wrong secret, or the body was changed. Diagnose: npx @screening-webhooks/cli verify --help';
const BYTES = new TextEncoder().encode(JSON.stringify(recordedEvent())).length;
const MISMATCH = `[screening-webhooks] evt_1 (unverified), ${BYTES} bytes: ${REJECTED}`;
const more = (count: number) => ` (${count} more like this since the last line)`;
const withMore = (count: number) => `${MISMATCH}${more(count)}`;
/** The line of a drain, which has no delivery. */
const rest = (count: number) => `[screening-webhooks] ${REJECTED}${more(count)}`;

const MINUTE = 60_000;
const HOUR = 3_600_000;

const silent = (level: 'warn' | 'error') => vi.spyOn(console, level).mockImplementation(() => {});
let warn = silent('warn');
let error = silent('error');
const lines = (): unknown[] => [...warn.mock.calls, ...error.mock.calls].map((call) => call.join());

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  warn = silent('warn');
  error = silent('error');
});
afterEach(() => {
  vi.useRealTimers();
});

const options = { secret: SECRET, now, handlers: { '*': () => {} } };
const wrongSecret = (): Promise<Delivery> =>
  signedDelivery(recordedEvent(), { secret: 'whsec_no' });

describe('a wrong secret is one line', () => {
  it.each<[string, (delivery: Delivery) => Promise<unknown>]>([
    ['of a receiver', (delivery) => createReceiver(options).receive(delivery)],
    ['of a verifier', (delivery) => createVerifier({ secret: SECRET, now }).verify(delivery)],
  ])('%s', async (_name, receive) => {
    await receive(await wrongSecret());
    expect(lines()).toEqual([MISMATCH]);
    expect(error).not.toHaveBeenCalled();
  });
});

const refusing = schemaOf(() => ({ issues: [{ message: 'licenseNumber RN123456' }] }));
const header = (value: string | null): DeliveryOverrides => ({
  headers: { 'service-signature': value },
});

const rejections: Record<
  keyof typeof statusByRejection,
  { sent?: DeliveryOverrides; body?: string; options?: Partial<ReceiverOptions> }
> = {
  method_not_allowed: { sent: { method: 'GET' } },
  unsupported_media_type: { sent: { headers: { 'content-type': 'text/secret-in-a-header' } } },
  unsupported_encoding: { sent: { headers: { 'content-encoding': 'secret-in-a-header' } } },
  body_too_large: { options: { maxBodyBytes: 1 } },
  body_incomplete: { sent: { readBody: () => ({ ok: false, code: 'body_incomplete' }) } },
  signature_header_missing: { sent: header(null) },
  signature_header_malformed: { sent: header('secret-in-a-header') },
  timestamp_missing: { sent: header('v1=00') },
  signature_missing: { sent: header('t=1') },
  signature_mismatch: { sent: { secret: 'whsec_no' } },
  timestamp_too_old: { sent: { at: NOW_SECONDS - 400 } },
  timestamp_in_future: { sent: { at: NOW_SECONDS + 400 } },
  event_malformed: { body: '{"secret-in-a-body":1}' },
  data_invalid: { options: { metadata: refusing } },
  wrong_integration: { options: { integrationId: 'other' } },
};
const everyRejection = Object.entries(rejections);
const unsigned = [
  'method_not_allowed',
  'unsupported_media_type',
  'unsupported_encoding',
  'signature_header_missing',
];

async function cause(
  { sent, body = JSON.stringify(recordedEvent()), options: own }: (typeof everyRejection)[0][1],
  times: number,
  elapsed = 0,
): Promise<Receiver> {
  const receiver = createReceiver({ ...options, ...own });
  const delivery = await signedDelivery(body, sent);
  for (let i = 0; i < times; i += 1) {
    vi.advanceTimersByTime(elapsed);
    await receiver.receive(delivery);
  }
  return receiver;
}

describe.each(everyRejection)('%s', (code, rejection) => {
  const status = statusByRejection[code as keyof typeof statusByRejection];
  const sentence = `rejected: ${code} (${status}). `;

  it('is one line with its status, cause and the next step, and nothing of the request', async () => {
    await cause(rejection, 1);
    expect(lines()).toHaveLength(1);
    const [line] = lines();
    expect(line).toContain(sentence);
    expect(String(line).split(sentence)[1]).toMatch(
      code === 'signature_mismatch'
        ? /^[A-Z].*\. Diagnose: /
        : new RegExp(`^[A-Z].*\\. See: npx @screening-webhooks/cli explain ${code}$`),
    );
    for (const secret of [SECRET, 'whsec', 'secret-in', 'RN123456', 'Zoë', /=[0-9a-f]{2}/]) {
      expect(line).not.toMatch(secret);
    }
  });

  const interval = unsigned.includes(code) ? HOUR : MINUTE;
  it(`is written at most once in ${interval / MINUTE} minutes, with the number left out`, async () => {
    // The first, then ten in each interval.
    await cause(rejection, 21, interval / 10);
    expect(lines()).toEqual([
      expect.not.stringContaining('more like this'),
      expect.stringMatching(/ \(9 more like this since the last line\)$/),
      expect.stringMatching(/ \(9 more like this since the last line\)$/),
    ]);
  });
});

it('an event that is refused after its signature has its id and type in the line', async () => {
  await cause(rejections.data_invalid, 1);
  expect(lines()).toEqual([
    '[screening-webhooks] document_verification.recorded evt_1: rejected: data_invalid (422). A schema refuses the event, or data.verified contradicts its type. See: npx @screening-webhooks/cli explain data_invalid',
  ]);
});

describe('of a body that is refused, the line has the length and, as unverified, the id', () => {
  const id = 'evt_2\u001b[31m%s\n'.padEnd(250, 'x');
  const shown = 'evt_2?[31m?s?'.padEnd(100, 'x');
  const event = (own: object) => JSON.stringify({ ...recordedEvent(), ...own });
  it.each<[string, string, DeliveryOverrides, subject: string | undefined]>([
    ['a wrong secret', event({ id: 'evt_2' }), { secret: 'whsec_no' }, 'evt_2'],
    ['an old one', event({ id: 'evt_2' }), { at: NOW_SECONDS - 400 }, 'evt_2'],
    ['one of the future', event({ id: 'evt_2' }), { at: NOW_SECONDS + 400 }, 'evt_2'],
    ['an id of any characters', event({ id }), { secret: 'whsec_no' }, shown],
    ['an id too long for one', event({ id: 'x'.repeat(256) }), { secret: 'whsec_no' }, undefined],
    ['no JSON', 'garbage', { secret: 'whsec_no' }, undefined],
    ['no event', '{"id":"evt_2"}', { secret: 'whsec_no' }, undefined],
    ['a large one', event({ related: 'x'.repeat(65_536) }), { secret: 'whsec_no' }, undefined],
  ])('%s', async (_what, body, sent, subject) => {
    await cause({ sent, body }, 1);
    const named = subject === undefined ? '' : `${subject} (unverified), `;
    expect(String(lines()[0])).toMatch(/^[\x20-\x7e]+$/);
    expect(String(lines()[0]).split('rejected: ')[0]).toBe(
      `[screening-webhooks] ${named}${new TextEncoder().encode(body).length} bytes: `,
    );
  });

  it('of an unknown tenant too, and an observation has the same text', async () => {
    const observe = vi.fn();
    const delivery = await signedDelivery(event({ id }), { secret: 'whsec_no' });
    await createReceiver({ ...options, secret: () => [], observe }).receive(delivery);
    expect(observe.mock.calls).toMatchObject([[{ unverifiedEventId: shown }]]);
    expect(observe.mock.calls[0]?.[0]).not.toHaveProperty('event');
  });

  it('an event that is verified has no unverified id', async () => {
    const observe = vi.fn();
    await createReceiver({ ...options, observe }).receive(await signedDelivery(recordedEvent()));
    expect(observe.mock.calls[0]?.[0]).not.toHaveProperty('unverifiedEventId');
  });
});

it('ten thousand wrong signatures are one line, and drain tells the others', async () => {
  const receiver = await cause(rejections.signature_mismatch, 10_000);
  expect(lines()).toEqual([MISMATCH]);
  await receiver.drain();
  expect(lines()).toEqual([MISMATCH, rest(9999)]);
  await receiver.drain();
  expect(lines()).toHaveLength(2);
});

it('drain tells each code that was left out, and no other', async () => {
  const receiver = createReceiver(options);
  const kinds = [
    await wrongSecret(),
    await signedDelivery(recordedEvent(), { method: 'GET' }),
    await signedDelivery(recordedEvent(), header(null)),
  ];
  for (const delivery of [...kinds, ...kinds.slice(1), ...kinds.slice(2)]) {
    await receiver.receive(delivery);
  }
  warn.mockClear();
  await receiver.drain();
  expect(lines()).toEqual([
    expect.stringMatching(/method_not_allowed.*\(1 more like this/),
    expect.stringMatching(/signature_header_missing.*\(2 more like this/),
  ]);
});

it('drain waits for the rejection that is under way, and tells it', async () => {
  const receiver = createReceiver(options);
  await receiver.receive(await wrongSecret());
  const receiving = receiver.receive(await wrongSecret());
  await receiver.drain();
  await receiving;
  expect(lines()).toEqual([MISMATCH, expect.stringContaining('(1 more like this')]);
});

describe('a monotonic clock that is broken', () => {
  it.each<[string, number[], string[]]>([
    ['went back once', [1e9, 0, MINUTE - 1, MINUTE], [withMore(2)]],
    ['goes back again and again', Array.from({ length: 100 }, (_, i) => 1e9 - i), []],
    ['was not a number', [Number.NaN, Number.NaN, 0, MINUTE], [withMore(2)]],
  ])('and %s neither floods the log nor silences it for good', async (_how, times, others) => {
    const receiver = createReceiver(options);
    const clock = vi.spyOn(performance, 'now');
    for (const time of times) {
      clock.mockReturnValue(time);
      await receiver.receive(await wrongSecret());
    }
    clock.mockRestore();
    expect(lines()).toEqual([MISMATCH, ...others]);
  });
});

describe('observe', () => {
  it('replaces the lines, and is flushed at the end of drain', async () => {
    const flush = vi.fn<() => void>();
    const observe = vi.fn<() => void>();
    const receiver = createReceiver({ ...options, observe: Object.assign(observe, { flush }) });
    await receiver.receive(await wrongSecret());
    expect(observe).toHaveBeenCalledTimes(1);
    expect(flush).not.toHaveBeenCalled();
    await receiver.drain();
    expect(flush).toHaveBeenCalledTimes(1);
    expect(lines()).toEqual([]);
  });

  it('that throws, or rejects, when it is flushed does not fail the drain', async () => {
    for (const flush of [() => Promise.reject(new Error('flush')), throwing(new Error('flush'))]) {
      const observe = Object.assign(() => {}, { flush });
      await createReceiver({ ...options, observe }).drain();
    }
  });

  it('that is false is silence, of a verifier too', async () => {
    const receiver = createReceiver({ ...options, observe: false });
    await receiver.receive(await wrongSecret());
    await receiver.receive(await wrongSecret());
    await receiver.drain();
    await createVerifier({ secret: SECRET, now, observe: false }).verify(await wrongSecret());
    expect(lines()).toEqual([]);
  });

  it('that is consoleObserver() writes the same lines', async () => {
    const receiver = createReceiver({ ...options, observe: consoleObserver() });
    for (let i = 0; i < 3; i += 1) await receiver.receive(await wrongSecret());
    await receiver.drain();
    expect(lines()).toEqual([MISMATCH, rest(2)]);
  });
});
