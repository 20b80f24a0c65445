import { getEventListeners, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { parseRetryAfter, retryDelay } from '../src/http/retry-delay.js';
import { type ClientOptions, createClient } from '../src/index.js';
import { failure } from './support/failure.js';
import {
  API_KEY,
  type Behaviour,
  cut,
  cutInBody,
  hang,
  json,
  late,
  startService,
  status,
} from './support/fake-service.js';

const order = { candidateId: 'cand_1', packageId: 'pkg_1', workState: 'CA' };

async function start(behaviours: readonly Behaviour[], options: Partial<ClientOptions> = {}) {
  const service = await startService(json([]));
  service.next(...behaviours);
  const client = createClient({ apiKey: API_KEY, baseUrl: service.url, backoff: 1, ...options });
  const list = (signal?: AbortSignal) =>
    client.documentVerifications.list({ externalId: 'a' }, signal ? { signal } : {});
  return { service, client, list };
}

describe('a GET is tried again', () => {
  it.each<[string, Behaviour]>([
    ['429', status(429)],
    ['429 with Retry-After', status(429, { 'retry-after': '0' })],
    ['500', status(500)],
    ['503', status(503)],
    ['a cut connection', cut],
    ['a response that is cut in its body', cutInBody],
  ])('after %s', async (_name, behaviour) => {
    const { service, list } = await start([behaviour, behaviour]);
    expect(await list()).toEqual({ data: [] });
    expect(service.requests).toHaveLength(3);
  });

  it('after an attempt that takes too long', async () => {
    const { service, list } = await start([hang], { attemptTimeout: 300 });
    expect(await list()).toEqual({ data: [] });
    expect(service.requests).toHaveLength(2);
  });

  it('two times, unless told otherwise', async () => {
    const { service, list } = await start([cut, cut, cut, cut]);
    const error = await failure(list());
    expect(error).toMatchObject({ code: 'network_failed', attempts: 3, status: undefined });
    expect(service.requests).toHaveLength(3);
  });

  it('never with retries: 0', async () => {
    const { service, list } = await start([status(500)], { retries: 0 });
    expect(await failure(list())).toMatchObject({ code: 'service_failed', attempts: 1 });
    expect(service.requests).toHaveLength(1);
  });

  it.each([400, 401, 403, 404, 409, 422])('not after %i', async (code) => {
    const { service, list } = await start([status(code)]);
    expect((await failure(list())).attempts).toBe(1);
    expect(service.requests).toHaveLength(1);
  });

  it('but not past the timeout: a Retry-After beyond it fails at once, and is told', async () => {
    const { service, list } = await start([status(429, { 'retry-after': '3600' })]);
    const error = await failure(list());
    expect(error).toMatchObject({ code: 'rate_limited', retryAfter: 3600, attempts: 1 });
    expect(service.requests).toHaveLength(1);
  });
});

describe('a POST', () => {
  it.each<[string, Behaviour, string]>([
    ['429', status(429), 'rate_limited'],
    ['500', status(500), 'service_failed'],
    ['a cut connection', cut, 'network_failed'],
    ['a cut response', cutInBody, 'network_failed'],
  ])('is not repeated after %s: it may have been done', async (_name, behaviour, code) => {
    const { service, client } = await start([behaviour]);
    const error = await failure(client.reports.create(order));
    expect(error).toMatchObject({ code, attempts: 1 });
    expect(service.requests).toHaveLength(1);
    expect(error.idempotencyKey).toBe(service.requests[0]?.headers['idempotency-key']);
  });

  it('is, where the caller says so, always with the same key', async () => {
    const { service, client } = await start([cut, status(503), json({ id: 'rpt_1' }, 201)]);
    expect(await client.reports.create(order, { retry: true })).toEqual({ id: 'rpt_1' });
    const keys = service.requests.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  });
});

describe('a call ends', () => {
  it('at its timeout, with all of its attempts', async () => {
    const { service, list } = await start([hang, hang, hang, hang], {
      timeout: 500,
      attemptTimeout: 200,
      retries: 10,
    });
    service.always(hang);
    const error = await failure(list());
    expect(error.code).toBe('timed_out');
    expect(error.attempts).toBeGreaterThan(1);
    expect(error.attempts).toBeLessThan(5);
  });

  it('when its signal aborts in an attempt', async () => {
    const abort = new AbortController();
    const { service, list } = await start([() => abort.abort('secret reason')]);
    const error = await failure(list(abort.signal));
    expect(error).toMatchObject({ code: 'aborted', attempts: 1 });
    expect(service.requests).toHaveLength(1);
  });

  it('when its signal aborts between two attempts', async () => {
    const abort = new AbortController();
    const { list } = await start([status(503, { 'retry-after': '20' })]);
    const call = failure(list(abort.signal));
    setTimeout(() => abort.abort(), 100);
    expect(await call).toMatchObject({ code: 'aborted' });
  });

  it('before any request when its signal has aborted', async () => {
    const { service, list } = await start([]);
    expect(await failure(list(AbortSignal.abort()))).toMatchObject({ code: 'aborted' });
    expect(service.requests).toEqual([]);
  });

  it('also when the fetch does not look at its signal', async () => {
    const { list } = await start([], {
      fetch: () => new Promise(() => {}),
      attemptTimeout: 20,
      retries: 0,
    });
    expect(await failure(list())).toMatchObject({ code: 'timed_out' });
  });

  it('no listener is left on the signal', async () => {
    const { signal } = new AbortController();
    const { list } = await start([status(500)]);
    await list(signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

it('latency within the timeouts is no failure', async () => {
  const { service, list } = await start([late(150, json({ data: [] }))]);
  expect(await list()).toEqual({ data: [] });
  expect(service.requests).toHaveLength(1);
});

it('a service that does not listen is network_failed, with the code of the system', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const client = createClient({ apiKey: API_KEY, baseUrl: `http://127.0.0.1:${port}`, backoff: 1 });
  const error = await failure(client.documentVerifications.list({ externalId: 'a' }));
  expect(error).toMatchObject({ code: 'network_failed', attempts: 3 });
  expect(error.message).toMatch(/ECONNREFUSED/);
});

describe('retryDelay', () => {
  it('is anything up to a limit that doubles, up to 8 s', () => {
    const limits = [1, 2, 3, 4, 5, 6, 7].map((attempt) =>
      retryDelay(attempt, undefined, 250, () => 1),
    );
    expect(limits).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000]);
    expect(retryDelay(5, undefined, 250, () => 0)).toBe(0);
  });

  it('comes after what Retry-After asks for', () => {
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

  it('measures a date from the Date of the response, as our clock may be off', () => {
    const date = 'Fri, 20 Nov 2026 11:00:00 GMT';
    expect(parse('Fri, 20 Nov 2026 11:00:05 GMT', { date })).toBe(5);
  });

  it('absent is undefined', () => {
    expect(parseRetryAfter(new Headers(), now)).toBeUndefined();
  });
});
