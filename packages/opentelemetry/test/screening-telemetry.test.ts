import { readFileSync } from 'node:fs';
import type { MeterProvider } from '@opentelemetry/api';
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
} from '@opentelemetry/semantic-conventions';
import * as incubating from '@opentelemetry/semantic-conventions/incubating';
import { createReceiver as coreReceiver, type Observer } from '@screening-webhooks/core';
import { describe, expect, it, vi } from 'vitest';
import { attribute } from '../src/attributes.js';
import { screeningTelemetry } from '../src/index.js';
import { metrics } from '../src/metric-table.js';
import { deliveryOf, eventOf, now, SECRET } from './support/deliveries.js';
import { startContext } from './support/sdk.js';
import { tracedReceiver } from './support/telemetry.js';

const handlers = { '*': () => {} };

it.each([
  [{ endpoint: '' }, 'endpoint: expected a non-empty string'],
  [{ route: 5 }, 'route: expected a non-empty string'],
  [{ incomingTrace: 'no' }, "incomingTrace: expected 'parent' or 'link'"],
  [{ inboxDepth: 5 }, 'inboxDepth: expected a function'],
])('rejects an invalid option: %j', (options, message) => {
  expect(() => screeningTelemetry(options as object)).toThrow(new RegExp(`^${message}`));
});

it("rejects an invalid receiver option with the core's error", () => {
  const { createReceiver } = screeningTelemetry();
  const options: object[] = [
    { secret: SECRET },
    { secret: SECRET, handlers: { '*': 'not a function' } },
    { secret: SECRET, handlers, observe: 'not a function' },
    { secret: SECRET, handlers, inbox: {} },
  ];
  for (const option of options) {
    const build = (create: typeof coreReceiver) => () =>
      create(option as Parameters<typeof coreReceiver>[0]);
    let expected: unknown;
    try {
      build(coreReceiver)();
    } catch (error) {
      expected = error;
    }
    expect(expected).toBeInstanceOf(TypeError);
    expect(build(createReceiver)).toThrow(expected as Error);
  }
});

it("calls the app's observer, whose errors do not affect the delivery, and flushes it in drain", async () => {
  const seen: string[] = [];
  const flush = vi.fn<() => void>();
  const observe: Observer = ({ outcome }) => {
    seen.push(outcome.kind);
    throw new Error('log is full');
  };
  const { sdk, receiver } = tracedReceiver({
    observe: Object.assign(observe, { flush }),
  });
  expect((await receiver.receive(await deliveryOf(eventOf('evt_1')))).status).toBe(200);
  expect(seen).toEqual(['processed']);
  expect(await sdk.points('screening_webhooks.deliveries')).toHaveLength(1);
  await receiver.drain();
  expect(flush).toHaveBeenCalledTimes(1);
});

describe('a wrong secret', () => {
  const REJECTED =
    'rejected: signature_mismatch (401). No secret of this receiver made this signature: wrong secret, or the body was changed. Diagnose: npx @screening-webhooks/cli verify --help';
  const bytes = JSON.stringify(eventOf('evt_1')).length;
  const LINE = `[screening-webhooks] evt_1 (unverified), ${bytes} bytes: ${REJECTED}`;
  const wrong = () => deliveryOf(eventOf('evt_1'), {}, { secret: 'whsec_no' });

  function warnings(): unknown[] {
    const lines: unknown[] = [];
    vi.spyOn(console, 'warn').mockImplementation((line) => void lines.push(line));
    return lines;
  }

  it('is one line in the log, and drain tells the number left out', async () => {
    const lines = warnings();
    const receiver = screeningTelemetry().createReceiver({ secret: SECRET, now, handlers });
    for (let i = 0; i < 3; i += 1) {
      expect((await receiver.receive(await wrong())).status).toBe(401);
    }
    expect(lines).toEqual([LINE]);
    await receiver.drain();
    expect(lines).toEqual([
      LINE,
      `[screening-webhooks] ${REJECTED} (2 more like this since the last line)`,
    ]);
  });

  it('is silent when `observe` is false', async () => {
    const lines = warnings();
    const { receiver } = tracedReceiver({ observe: false });
    await receiver.receive(await wrong());
    await receiver.drain();
    expect(lines).toEqual([]);
  });
});

describe('an SDK that fails does not affect a delivery', () => {
  const fail = (): never => {
    throw new Error('the SDK is broken');
  };
  const brokenSpan = new Proxy({}, { get: () => fail });
  const tracers: readonly [string, () => never][] = [
    ['startSpan throws', fail],
    ['every method of a span throws', () => brokenSpan as never],
  ];
  const instrument = { add: fail, record: fail, addCallback: fail, removeCallback: fail };
  const meterProvider = {
    getMeter: () => new Proxy({}, { get: () => () => instrument }),
  } as unknown as MeterProvider;

  it.each(tracers)('%s', async (_how, startSpan) => {
    startContext();
    const tracerProvider = { getTracer: () => ({ startSpan, startActiveSpan: fail }) };
    const { createReceiver } = screeningTelemetry({ tracerProvider, meterProvider });
    const handler = vi.fn<() => void>();
    const receiver = createReceiver({ secret: SECRET, now, handlers: { '*': handler } });
    expect((await receiver.receive(await deliveryOf(eventOf('evt_1')))).status).toBe(200);
    expect(await receiver.dispatch(eventOf('evt_2'))).toEqual({ kind: 'processed' });
    const response = await receiver.fetch(new Request('https://receiver.test/'));
    expect(response.status).toBe(405);
    expect(handler).toHaveBeenCalledTimes(2);
  });
});

it('names follow the conventions, or are in the namespace of this package', () => {
  const conventions = {
    method: ATTR_HTTP_REQUEST_METHOD,
    status: ATTR_HTTP_RESPONSE_STATUS_CODE,
    route: ATTR_HTTP_ROUTE,
    errorType: ATTR_ERROR_TYPE,
    system: incubating.ATTR_MESSAGING_SYSTEM,
    destination: incubating.ATTR_MESSAGING_DESTINATION_NAME,
    operationName: incubating.ATTR_MESSAGING_OPERATION_NAME,
    operationType: incubating.ATTR_MESSAGING_OPERATION_TYPE,
    eventId: incubating.ATTR_MESSAGING_MESSAGE_ID,
    bodySize: incubating.ATTR_MESSAGING_MESSAGE_BODY_SIZE,
  };
  expect(attribute).toMatchObject(conventions);
  expect(metrics.processDuration.name).toBe(incubating.METRIC_MESSAGING_PROCESS_DURATION);
  const known = new Set<string>([...Object.values(conventions), metrics.processDuration.name]);
  const own = [
    ...Object.values(attribute),
    ...Object.values(metrics).map(({ name }) => name),
  ].filter((name) => !known.has(name));
  for (const name of own) expect(name).toMatch(/^screening_webhooks(\.[a-z_]+)+$/);
});

it('the instrumentation scope has the name and the version of this package', async () => {
  const { sdk, receiver } = tracedReceiver();
  await receiver.receive(await deliveryOf(eventOf('evt_1')));
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  const { name, version }: { name: string; version: string } = JSON.parse(manifest);
  expect(sdk.span('POST').instrumentationScope).toMatchObject({ name, version });
});
