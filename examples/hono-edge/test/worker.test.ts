import { fixture, sign } from '@screening-webhooks/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bindings } from '../src/bindings.ts';
import worker from '../src/worker.ts';
import { executionContext, SECRET, URL, workerEnv } from './worker-env.ts';

const { externalId } = fixture('document_verification.completed').data;

beforeEach(() => {
  // On Node, where these tests run, the secret is an environment variable.
  vi.stubEnv('SCREENING_SECRET', SECRET);
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

afterEach(() => {
  vi.useRealTimers();
});

/** The worker's answer to a delivery, as its status and its body. */
async function answerTo(request: Request, env: Bindings, context = executionContext()) {
  const response = await worker.fetch(request, env, context);
  return [response.status, await response.json()];
}

// All tests share one receiver, as all requests of an isolate do, so each test uses its own events.
async function delivery(id: string, secret = SECRET): Promise<Request> {
  const event = fixture('document_verification.completed', { id });
  return (await sign(event, { secret })).request(URL);
}

test.each([
  ['document_verification.completed', 'confirmed'],
  ['document_verification.recorded', 'to_review'],
  ['document_verification.failed', 'not_confirmed'],
] as const)('%s is put on the queue as %s', async (type, result) => {
  const { env, results } = workerEnv();
  const signed = await sign(fixture(type), { secret: SECRET });
  expect(await answerTo(signed.request(URL), env)).toEqual([200, { outcome: 'processed' }]);
  expect(results).toEqual([{ eventId: fixture(type).id, externalId, result }]);
});

test('an event that is delivered twice to one isolate is put on the queue once', async () => {
  const { env, results } = workerEnv();
  await answerTo(await delivery('evt_twice'), env);
  expect(await answerTo(await delivery('evt_twice'), env)).toEqual([200, { outcome: 'duplicate' }]);
  expect(results).toHaveLength(1);
});

test('a slow queue: 503 before the service times out, and waitUntil keeps the isolate alive', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  });
  let startSending = (): void => {};
  let endSending = (): void => {};
  const sending = new Promise<void>((resolve) => (startSending = resolve));
  const sent = new Promise<void>((resolve) => (endSending = resolve));
  const { env, results } = workerEnv(() => {
    startSending();
    return sent;
  });
  const context = executionContext();
  const first = answerTo(await delivery('evt_slow'), env, context);
  await sending;
  await vi.advanceTimersByTimeAsync(14_000);
  expect(await first).toEqual([503, { outcome: 'timed_out' }]);
  expect(context.waiting).toHaveLength(1);
  expect(results).toEqual([]);

  expect(await answerTo(await delivery('evt_slow'), env)).toMatchObject([409, {}]);

  endSending();
  await Promise.all(context.waiting);
  expect(results).toEqual([{ eventId: 'evt_slow', externalId, result: 'confirmed' }]);

  expect(await answerTo(await delivery('evt_slow'), env)).toEqual([200, { outcome: 'duplicate' }]);
});

test('a queue that rejects: 500, and the retry is processed', async () => {
  const down = workerEnv(() => Promise.reject(new Error('the queue is full')));
  expect(await answerTo(await delivery('evt_refused'), down.env)).toMatchObject([500, {}]);
  expect(console.log).toHaveBeenCalledWith(expect.stringContaining('the queue is full'));

  const { env, results } = workerEnv();
  const retry = await worker.request(await delivery('evt_refused'), {}, env, executionContext());
  expect(await retry.json()).toEqual({ outcome: 'processed' });
  expect(results).toHaveLength(1);
});

test('signed with another secret: 401, and nothing is put on the queue', async () => {
  const { env, results } = workerEnv();
  const forged = await delivery('evt_forged', 'whsec_of_another_endpoint');
  const refused = { outcome: 'rejected', code: 'signature_mismatch' };
  expect(await answerTo(forged, env)).toEqual([401, refused]);
  expect(results).toEqual([]);
});

test('SCREENING_SECRET was not set: 503, and the log says so', async () => {
  const { env, results } = workerEnv();
  vi.stubEnv('SCREENING_SECRET', undefined);
  const unset = await answerTo(await delivery('evt_unset'), env);
  expect(unset).toEqual([503, { outcome: 'unavailable' }]);
  expect(console.log).toHaveBeenCalledWith(expect.stringContaining('SCREENING_SECRET is not set'));

  vi.stubEnv('SCREENING_SECRET', SECRET);
  expect(await answerTo(await delivery('evt_unset'), env)).toEqual([200, { outcome: 'processed' }]);
  expect(results).toHaveLength(1);
});

test('on Workers, the secret is a binding: 503 until it is set', async () => {
  vi.stubEnv('SCREENING_SECRET', undefined);
  // Hono recognizes the runtime by it.
  vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
  const { env, results } = workerEnv();
  expect(await answerTo(await delivery('evt_bound'), env)).toMatchObject([503, {}]);
  expect(console.log).toHaveBeenCalledWith(expect.stringContaining('SCREENING_SECRET is not set'));

  const bound = { ...env, SCREENING_SECRET: SECRET };
  expect(await answerTo(await delivery('evt_bound'), bound)).toEqual([
    200,
    { outcome: 'processed' },
  ]);
  expect(results).toHaveLength(1);
});

test('works without an execution context: on Deno, on Bun, in app.request()', async () => {
  const { env, results } = workerEnv();
  const response = await worker.request(await delivery('evt_alone'), {}, env);
  expect(await response.json()).toEqual({ outcome: 'processed' });
  expect(results).toHaveLength(1);
});
