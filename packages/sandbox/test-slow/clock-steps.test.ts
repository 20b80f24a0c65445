import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openMemoryDatabase } from '../src/service/db/connect.js';
import { ClockSetBackError } from '../src/service/engine/keep-clock.js';
import { order } from '../test/support/orders.js';
import { startTestService } from '../test/support/service.js';

// Waits, in real time, until the service notices that the system clock was set.

const HOUR = 3_600_000;
const systemTime = Date.now.bind(Date);
let step = 0;

beforeEach(() => {
  step = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => systemTime() + step);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const eventually = (check: () => void | Promise<void>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 50 });

/** Starts a service on a real clock. @param retryAfter Seconds. */
async function start(
  retryAfter: number,
  answer: (attempt: number) => Response | Promise<Response>,
) {
  let attempts = 0;
  const errors: unknown[] = [];
  const service = await startTestService(
    { clock: { mode: 'real' } },
    {
      // In this process, so that the database uses its clock.
      openDatabase: openMemoryDatabase,
      deliverTo: async () => {
        attempts += 1;
        return answer(attempts);
      },
      onError: (error) => errors.push(error),
    },
  );
  onTestFinished(() => service.close());
  await service.call('PATCH', `/v1/webhook-endpoints/${service.description.endpoints[0]?.id}`, {
    retryPolicy: { initialDelaySeconds: retryAfter },
  });
  return { service, errors, attempts: () => attempts };
}

const failsAtFirst = (attempt: number) => new Response(null, { status: attempt === 1 ? 500 : 200 });

it('after a step back, a retry is made when it was due', async () => {
  const { service, errors, attempts } = await start(3, failsAtFirst);
  await order(service, {});
  await eventually(async () =>
    expect(await service.list('/v1/webhook-deliveries')).toMatchObject([{ status: 'retrying' }]),
  );
  step = -5 * HOUR;
  await eventually(() => expect(attempts()).toBe(2));
  await eventually(() => expect(errors).toEqual([new ClockSetBackError()]));
  await order(service, {});
  await eventually(() => expect(attempts()).toBe(3));
});

it('after a step forward, due work runs, and no attempt in flight is repeated', async () => {
  let answer: (response: Response) => void = () => {};
  const { service, errors, attempts } = await start(3600, (attempt) =>
    attempt === 1
      ? new Promise((resolve) => {
          answer = resolve;
        })
      : failsAtFirst(attempt - 1),
  );
  await order(service, {});
  await eventually(() => expect(attempts()).toBe(1));
  await order(service, {});
  const states = async () =>
    (await service.list('/v1/webhook-deliveries')).map(({ status }) => status);
  await eventually(async () => expect(await states()).toEqual(['delivering', 'retrying']));
  step = 2 * HOUR;
  // The retry of the second one.
  await eventually(() => expect(attempts()).toBe(3));
  answer(new Response());
  await eventually(async () => {
    const deliveries = await service.list('/v1/webhook-deliveries');
    expect(deliveries.map(({ status, attemptCount }) => [status, attemptCount])).toEqual([
      ['succeeded', 1],
      ['succeeded', 2],
    ]);
  });
  expect([attempts(), errors]).toEqual([3, []]);
});
