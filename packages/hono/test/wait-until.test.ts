import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { eventBody, SECRET, signedHeaders } from '../../testing/test/support/signed.js';
import { webhook } from '../src/index.js';

async function delivery(body = eventBody()): Promise<Request> {
  return new Request('http://localhost/hooks', {
    method: 'POST',
    headers: await signedHeaders(body),
    body,
  });
}

/** A handler that is done 60 ms later, and a deadline that comes before. */
function slowApp() {
  const done: string[] = [];
  const app = new Hono().post(
    '/hooks',
    webhook({
      secret: SECRET,
      ackTimeout: 20,
      handlers: {
        '*': async ({ id }) => {
          await new Promise((resolve) => setTimeout(resolve, 60));
          done.push(id);
        },
      },
    }),
  );
  return { app, done };
}

/** What an edge runtime passes: a method that needs its `this`. */
class ExecutionContext {
  readonly waiting: Promise<unknown>[] = [];
  waitUntil(work: Promise<unknown>): void {
    this.waiting.push(work);
  }
  passThroughOnException(): void {}
  readonly props = {};
}

it('work that outlives its ack is handed to waitUntil, and its retry is a duplicate', async () => {
  const { app, done } = slowApp();
  const executionCtx = new ExecutionContext();
  const response = await app.fetch(await delivery(), {}, executionCtx);
  expect([response.status, await response.json()]).toEqual([503, { outcome: 'timed_out' }]);
  expect([done, executionCtx.waiting.length]).toEqual([[], 1]);

  const early = await app.fetch(await delivery(), {}, executionCtx);
  expect([early.status, await early.json()]).toEqual([409, { outcome: 'in_progress' }]);

  await Promise.all(executionCtx.waiting);
  expect(done).toEqual(['evt_1']);
  const late = await app.fetch(await delivery(), {}, executionCtx);
  expect([late.status, await late.json()]).toEqual([200, { outcome: 'duplicate' }]);
});

it.each([
  ['no execution context', undefined],
  // hono/vercel passes whatever the platform calls a context.
  ['a context that has no waitUntil', {}],
])('%s: the work goes on by itself', async (_name, executionCtx) => {
  const { app, done } = slowApp();
  const response = await app.fetch(await delivery(), {}, executionCtx as never);
  expect(await response.json()).toEqual({ outcome: 'timed_out' });
  await expect.poll(() => done).toEqual(['evt_1']);
});
