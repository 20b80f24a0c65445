import { getEventListeners, once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseRetryAfter, retryDelay } from '../src/http/retry-delay.js';
import type { ClientOptions } from '../src/index.js';
import {
  clientFor,
  dropConnection,
  dropMidBody,
  json,
  neverRespond,
  type Responder,
  startService,
  status,
} from './support/fake-service.js';
import { serviceErrorOf } from './support/service-error-of.js';

const order = { candidateId: 'cand_1', packageId: 'pkg_1', workState: 'CA' };

async function start(responders: readonly Responder[], options: Partial<ClientOptions> = {}) {
  const service = await startService(json([]));
  service.next(...responders);
  const client = clientFor(service.url, options);
  const list = (signal?: AbortSignal) =>
    client.documentVerifications.list({ externalId: 'a' }, signal ? { signal } : {});
  return { service, client, list };
}

/** Fakes the client's timers and its clock for one test. Sockets stay real. */
function useFakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
}

describe('a GET is retried', () => {
  it.each<[string, Responder]>([
    ['429', status(429)],
    ['429 with Retry-After', status(429, { 'retry-after': '0' })],
    ['500', status(500)],
    ['503', status(503)],
    ['a dropped connection', dropConnection],
    ['a connection dropped in the body', dropMidBody],
  ])('after %s', async (_name, responder) => {
    const { service, list } = await start([responder, responder]);
    expect(await list()).toEqual({ data: [] });
    expect(service.requests).toHaveLength(3);
  });

  it('after attemptTimeout', async () => {
    const { service, list } = await start([neverRespond], { attemptTimeout: 300 });
    useFakeTimers();
    const call = list();
    await service.received(1);
    // And 1 ms for the backoff.
    await vi.advanceTimersByTimeAsync(301);
    expect(await call).toEqual({ data: [] });
    expect(service.requests).toHaveLength(2);
  });

  it('twice by default', async () => {
    const { service, list } = await start(Array.from({ length: 4 }, () => dropConnection));
    const error = await serviceErrorOf(list());
    expect(error).toMatchObject({ code: 'network_failed', attempts: 3, status: undefined });
    expect(service.requests).toHaveLength(3);
  });

  it('never with retries: 0', async () => {
    const { service, list } = await start([status(500)], { retries: 0 });
    expect(await serviceErrorOf(list())).toMatchObject({ code: 'service_failed', attempts: 1 });
    expect(service.requests).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 409, 422])('not after %i', async (code) => {
    const { service, list } = await start([status(code)]);
    expect((await serviceErrorOf(list())).attempts).toBe(1);
    expect(service.requests).toHaveLength(1);
  });

  it('not beyond the timeout: a longer Retry-After fails at once and is in the error', async () => {
    const { service, list } = await start([status(429, { 'retry-after': '3600' })]);
    const error = await serviceErrorOf(list());
    expect(error).toMatchObject({ code: 'rate_limited', retryAfter: 3600, attempts: 1 });
    expect(service.requests).toHaveLength(1);
  });
});

describe('a POST', () => {
  it.each<[string, Responder, string]>([
    ['429', status(429), 'rate_limited'],
    ['500', status(500), 'service_failed'],
    ['a dropped connection', dropConnection, 'network_failed'],
    ['a connection dropped in the body', dropMidBody, 'network_failed'],
  ])('is not retried after %s: the order may have been placed', async (_name, responder, code) => {
    const { service, client } = await start([responder]);
    const error = await serviceErrorOf(client.reports.create(order));
    expect(error).toMatchObject({ code, attempts: 1 });
    expect(service.requests).toHaveLength(1);
    expect(error.idempotencyKey).toBe(service.requests[0]?.headers['idempotency-key']);
  });

  it('is retried with retry: true, always with the same key', async () => {
    const { service, client } = await start([
      dropConnection,
      status(503),
      json({ id: 'rpt_1' }, 201),
    ]);
    expect(await client.reports.create(order, { retry: true })).toEqual({ id: 'rpt_1' });
    const keys = service.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  });
});

describe('a call ends', () => {
  it('at its timeout, including all attempts', async () => {
    const { service, list } = await start([], {
      timeout: 500,
      attemptTimeout: 200,
      backoff: 0,
      retries: 10,
    });
    service.always(neverRespond);
    useFakeTimers();
    const call = serviceErrorOf(list());
    await vi.advanceTimersByTimeAsync(500);
    // Two attempts of 200 ms, and a third one until the timeout.
    expect(await call).toMatchObject({ code: 'timed_out', attempts: 3 });
  });

  it('when its signal aborts during an attempt', async () => {
    const controller = new AbortController();
    const { service, list } = await start([() => controller.abort('secret reason')]);
    const error = await serviceErrorOf(list(controller.signal));
    expect(error).toMatchObject({ code: 'aborted', attempts: 1 });
    expect(service.requests).toHaveLength(1);
  });

  it('when its signal aborts between two attempts', async () => {
    const controller = new AbortController();
    const fetch = vi.fn(
      async () => new Response(null, { status: 503, headers: { 'retry-after': '20' } }),
    );
    const { list } = await start([], { fetch });
    useFakeTimers();
    const call = serviceErrorOf(list(controller.signal));
    await vi.advanceTimersByTimeAsync(19_999);
    controller.abort();
    expect(await call).toMatchObject({ code: 'aborted', attempts: 1 });
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('before any request when its signal has aborted', async () => {
    const { service, list } = await start([]);
    expect(await serviceErrorOf(list(AbortSignal.abort()))).toMatchObject({ code: 'aborted' });
    expect(service.requests).toEqual([]);
  });

  it('when the fetch ignores its signal', async () => {
    const { list } = await start([], {
      fetch: () => new Promise(() => {}),
      attemptTimeout: 20,
      retries: 0,
    });
    useFakeTimers();
    const call = serviceErrorOf(list());
    await vi.advanceTimersByTimeAsync(20);
    expect(await call).toMatchObject({ code: 'timed_out' });
  });

  it('without leaving a listener on the signal', async () => {
    const { signal } = new AbortController();
    const { list } = await start([status(500)]);
    await list(signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

it('a slow response within attemptTimeout succeeds', async () => {
  let respond = (): void => {};
  const slow: Responder = (response, request) => {
    respond = () => json({ data: [] })(response, request);
  };
  const { service, list } = await start([slow], { attemptTimeout: 10_000 });
  useFakeTimers();
  const call = list();
  await service.received(1);
  await vi.advanceTimersByTimeAsync(9_999);
  respond();
  expect(await call).toEqual({ data: [] });
  expect(service.requests).toHaveLength(1);
});

it('a refused connection is network_failed, with the code of the system', async () => {
  // The local port of an open connection: nothing listens there, and no other process can take it.
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const connection = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(connection, 'connect');
  onTestFinished(() => {
    connection.destroy();
    server.close();
  });
  const client = clientFor(`http://127.0.0.1:${connection.localPort}`);
  const error = await serviceErrorOf(client.documentVerifications.list({ externalId: 'a' }));
  expect(error).toMatchObject({ code: 'network_failed', attempts: 3 });
  expect(error.message).toMatch(/ECONNREFUSED/);
});

describe('retryDelay', () => {
  it('is a random part of a limit that doubles, up to 8 s', () => {
    const limits = [1, 2, 3, 4, 5, 6, 7].map((attempt) =>
      retryDelay(attempt, undefined, 250, () => 1),
    );
    expect(limits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000]);
    expect(retryDelay(5, undefined, 250, () => 0)).toBe(0);
  });

  it('is added to Retry-After', () => {
    expect(retryDelay(1, 3, 250, () => 0.5)).toBe(3125);
  });
});

describe('parseRetryAfter', () => {
  const now = () => Date.parse('2026-11-20T10:00:00Z');
  const parse = (value: string, more: Record<string, string> = {}) =>
    parseRetryAfter(new Headers({ 'retry-after': value, ...more }), now);

  it.each([
    ['0', 0],
    ['120', 120],
    [' 7 ', 7],
    ['999999999', 86_400],
    ['99999999999999999999', 86_400],
    ['9'.repeat(400), 86_400],
    ['Fri, 20 Nov 2026 10:00:30 GMT', 30],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['Fri, 20 Nov 2037 09:00:00 GMT', 86_400],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['2026-11-20', undefined],
    ['1e9', undefined],
  ])('%s: %s', (value, seconds) => {
    expect(parse(value)).toBe(seconds);
  });

  it('compares a date with the Date of the response, because the local clock may be wrong', () => {
    const date = 'Fri, 20 Nov 2026 11:00:00 GMT';
    expect(parse('Fri, 20 Nov 2026 11:00:05 GMT', { date })).toBe(5);
  });

  it('is undefined without the header', () => {
    expect(parseRetryAfter(new Headers(), now)).toBeUndefined();
  });
});
