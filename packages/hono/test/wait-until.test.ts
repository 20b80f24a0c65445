import { Hono } from 'hono';
import { eventBody, SECRET, signedHeaders } from 'screening-webhooks-test-support/signed';
import { afterEach, expect, it, vi } from 'vitest';
import { webhook } from '../src/index.js';

async function delivery(body = eventBody()): Promise<Request> {
  return new Request('http://localhost/hooks', {
    method: 'POST',
    headers: await signedHeaders(body),
    body,
  });
}

afterEach(() => {
  vi.useRealTimers();
});

/** An app whose handler runs until the test ends it, and a clock that the test moves past the ack deadline. */
function slowApp() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const done: string[] = [];
  let endHandler = (): void => {};
  let start = (): void => {};
  let finish = (): void => {};
  const ended = new Promise<void>((resolve) => (endHandler = resolve));
  const started = new Promise<void>((resolve) => (start = resolve));
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const app = new Hono().post(
    '/hooks',
    webhook({
      secret: SECRET,
      ackTimeout: 12_000,
      handlers: {
        '*': async ({ id }) => {
          start();
          await ended;
          done.push(id);
          finish();
        },
      },
    }),
  );
  const deadline = started.then(() => vi.advanceTimersByTimeAsync(12_000));
  return { app, done, deadline, endHandler, finished };
}

/** The context that an edge runtime passes: `waitUntil` needs its `this`. */
class ExecutionContext {
  readonly waiting: Promise<unknown>[] = [];
  waitUntil(work: Promise<unknown>): void {
    this.waiting.push(work);
  }
  passThroughOnException(): void {}
  readonly props = {};
}

it('work that continues after the ack is passed to waitUntil, and its retry is a duplicate', async () => {
  const { app, done, deadline, endHandler } = slowApp();
  const executionCtx = new ExecutionContext();
  const answer = app.fetch(await delivery(), {}, executionCtx);
  await deadline;
  const response = await answer;
  expect([response.status, await response.json()]).toEqual([503, { outcome: 'timed_out' }]);
  expect([done, executionCtx.waiting.length]).toEqual([[], 1]);

  const early = await app.fetch(await delivery(), {}, executionCtx);
  expect([early.status, await early.json()]).toEqual([409, { outcome: 'in_progress' }]);

  endHandler();
  await Promise.all(executionCtx.waiting);
  expect(done).toEqual(['evt_1']);
  const late = await app.fetch(await delivery(), {}, executionCtx);
  expect([late.status, await late.json()]).toEqual([200, { outcome: 'duplicate' }]);
});

it.each([
  ['no execution context', undefined],
  // hono/vercel passes the context of the platform, which may have any shape.
  ['a context that has no waitUntil', {}],
])('%s: the work continues', async (_name, executionCtx) => {
  const { app, done, deadline, endHandler, finished } = slowApp();
  const answer = app.fetch(await delivery(), {}, executionCtx as never);
  await deadline;
  expect(await (await answer).json()).toEqual({ outcome: 'timed_out' });
  endHandler();
  await finished;
  expect(done).toEqual(['evt_1']);
});
