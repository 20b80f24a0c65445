import { isNotNull } from 'drizzle-orm';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it, vi } from 'vitest';
import { jobs } from '../../../src/service/db/schema/index.js';
import { deferred } from '../../support/deferred.js';
import { deliveryOf, order } from '../../support/orders.js';
import { problem } from '../../support/problems.js';
import { sharedService } from '../../support/service.js';

let deliverTo: () => Promise<Response>;
const service = sharedService(() => deliverTo());

// Only ends a hang.
const patience = { timeout: 60_000 };
const clock = (command: object) => service().control('/clock', command);
const refuse = async (): Promise<Response> => new Response(null, { status: 500 });

it('a move of the clock waits for the attempt in flight', async () => {
  const happened: string[] = [];
  const inFlight = deferred<void>();
  const answer = deferred<void>();
  deliverTo = async () => {
    inFlight.resolve();
    await answer.promise;
    happened.push('answered');
    return new Response();
  };
  await order(service(), {});
  await clock({ mode: 'real' });
  await inFlight.promise;
  const moved = clock({ advance: '1m' }).then(() => happened.push('moved'));
  // The move would have ended by now.
  for (let times = 0; times < 50; times += 1) await service().control('/clock');
  answer.resolve();
  await moved;
  expect(happened).toEqual(['answered', 'moved']);
});

it('a move reports what it waits for, and ends after it if stopped', async () => {
  const inFlight = deferred<void>();
  const answer = deferred<void>();
  deliverTo = async () => {
    inFlight.resolve();
    await answer.promise;
    return new Response();
  };
  expect((await service().control('/clock/stop', {})).body).toEqual({ stopping: false });
  const id = await order(service(), {});
  await service().control('/clock', { mode: 'frozen' });
  const moved = clock({ advance: '1d' });
  await inFlight.promise;
  await order(service(), {});
  const { delivery } = await deliveryOf(service(), id);
  expect((await service().control('/clock')).body).toMatchObject({
    moving: true,
    running: {
      kind: 'delivery_attempt',
      id: delivery['id'],
      host: new URL(String(service().description.endpoints[0]?.url)).host,
      since: expect.any(String),
    },
  });
  expect((await service().control('/clock/stop', {})).body).toEqual({ stopping: true });
  answer.resolve();
  const now = '2026-01-01T00:00:00.000Z';
  expect((await moved).body).toMatchObject({
    ...{ now, ran: 2, limitReached: false, stopped: true },
    target: '2026-01-02T00:00:00.000Z',
  });
  expect((await service().control('/clock')).body).toMatchObject({ now, running: null });
  // A stop affects only the move that was running.
  expect((await clock({ advance: '1d' })).body).toMatchObject({ ran: 2, stopped: false });
});

it('a handler cannot move the clock that has called it', async () => {
  const answers: unknown[] = [];
  deliverTo = async () => {
    answers.push(await clock({ advance: '1m' }), (await service().control('/clock')).status);
    return new Response();
  };
  await order(service(), {});
  expect(await clock({ settle: true })).toMatchObject({ body: { deliveries: { succeeded: 1 } } });
  expect(answers).toMatchObject([problem(409, 'clock_held'), 200]);
});

it('a real clock that is moved stops during an attempt', async () => {
  deliverTo = refuse;
  await order(service(), {});
  await clock({ settle: true });
  const modes: unknown[] = [];
  deliverTo = async () => {
    modes.push((await service().control('/clock')).body['mode']);
    return new Response();
  };
  await clock({ mode: 'real' });
  await clock({ advance: '1m' });
  expect(modes).toEqual(['frozen']);
  expect((await service().control('/clock')).body['mode']).toBe('real');
});

it('on a real clock, the backoff runs from the end of an attempt', async () => {
  const now = async () => Date.parse(String((await service().control('/clock')).body['now']));
  deliverTo = async () => {
    const begun = await now();
    await until(async () => (await now()) > begun);
    return refuse();
  };
  const id = await order(service(), {});
  await clock({ mode: 'real' });
  const waiting = await vi.waitFor(async () => {
    const { delivery, attempts } = await deliveryOf(service(), id);
    expect(delivery).toMatchObject({ status: 'retrying' });
    return { delivery, attempts };
  }, patience);
  const startedAt = Date.parse(String(waiting.attempts[0]?.['startedAt']));
  const next = Date.parse(String(waiting.delivery['nextAttemptAt']));
  // The first backoff is a minute.
  expect(next - startedAt).toBeGreaterThan(60_000);
});

it('an endpoint has at most five attempts in flight, whatever happens', async () => {
  const [endpoint] = service().description.endpoints;
  const path = `/v1/webhook-endpoints/${endpoint?.id}`;
  let inFlight = 0;
  deliverTo = async () => {
    inFlight += 1;
    return new Promise(() => {});
  };
  // No attempt times out during the test, however slow the machine is.
  await service().send('PATCH', path, { retryPolicy: { timeoutSeconds: 30 } });
  await service().send('POST', `${path}/pause`);
  const type = 'document_verification.completed';
  await service().control('/trigger', { type, count: 12 });
  await clock({ mode: 'real' });
  await service().send('POST', `${path}/resume`, {});
  await vi.waitFor(() => expect(inFlight).toBeGreaterThanOrEqual(5), patience);
  // A new order is verified, which takes further turns of the engine.
  await order(service(), {});
  await vi.waitFor(
    async () => expect(await service().list('/v1/webhook-deliveries')).toHaveLength(13),
    patience,
  );
  const held = await service().sql.select().from(jobs).where(isNotNull(jobs.leaseUntil));
  expect(held.filter(({ endpointId }) => endpointId === endpoint?.id)).toHaveLength(5);
  expect(inFlight).toBe(5);
});

it('no move passes the end of the clock', async () => {
  const end = '9000-01-01T00:00:00.000Z';
  deliverTo = refuse;
  expect(await clock({ to: end })).toMatchObject({ status: 200, body: { now: end } });
  // The next attempt is due a minute later.
  await order(service(), {});
  const next = '9000-01-01T00:01:00.000Z';
  expect(await clock({ settle: true })).toMatchObject({ body: { now: end, next } });
  for (const move of [
    { next: true },
    { advance: '1s' },
    { advance: `${'9'.repeat(30)}d` },
    { to: '9000-01-01T00:00:00.001Z' },
    { to: '9999-12-31T23:59:59Z' },
  ]) {
    const message = `must not move the clock beyond ${end}`;
    const errors = [{ param: Object.keys(move)[0], code: 'too_late', message }];
    const refused = problem(422, 'validation_failed');
    expect(await clock(move), JSON.stringify(move)).toMatchObject({ ...refused, body: { errors } });
  }
  expect(await clock({ drain: true })).toMatchObject({ body: { now: end, ran: 0, next } });
  expect((await service().control('/clock')).body['now']).toBe(end);
});
