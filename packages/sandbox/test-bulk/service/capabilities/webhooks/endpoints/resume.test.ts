import { beforeEach, describe, expect, it } from 'vitest';
import { holdingService } from '../../../../../test/service/capabilities/webhooks/endpoints/support/held-results.js';
import { order } from '../../../../../test/support/orders.js';
import { recordingReceiver } from '../../../../../test/support/recording-receiver.js';

const receiver = recordingReceiver();
/** Commands to run while a delivery is in flight, by its number. */
const during = new Map<number, () => Promise<unknown>>();
const world = holdingService(async (request) => {
  await during.get(receiver.requests.length + 1)?.();
  return receiver.deliverTo(request);
});

beforeEach(() => {
  during.clear();
  receiver.restart(world().secret);
});

const act = async (action: 'pause' | 'resume', body: object = {}): Promise<void> => {
  const { service, endpoint } = world();
  await service.send('POST', `${endpoint}/${action}`, body);
};
const settle = () => world().service.control('/clock', { settle: true });

const eventIds = async () => (await world().deliveries()).map(({ eventId }) => eventId);
const arrived = () => receiver.events.map(({ id }) => id);

/** The number of deliveries with each status. */
async function tally(): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const { status } of await world().deliveries()) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('a resumption', () => {
  it('releases 1,000 held deliveries in transactions of 200, oldest first', async () => {
    await act('pause');
    await world().hold(1000);
    await act('resume');
    expect(await world().runResumptions()).toBe(6);
    expect(await tally()).toEqual({ scheduled: 1000 });
    const deliveries = await world().deliveries();
    expect(await world().due()).toEqual(deliveries.map(({ id }) => id));
  });

  it('loses none, and lets no later delivery overtake them', async () => {
    await act('pause');
    await world().hold(204);
    await act('resume');
    // The result is due at once: before the second transaction of the resumption.
    await order(world().service, {});
    during.set(102, () => order(world().service, {}));
    during.set(204, () => order(world().service, {}));
    await settle();
    expect(await tally()).toEqual({ succeeded: 207 });
    expect(arrived()).toEqual(await eventIds());
  });

  it('keeps the count of attempts, and restarts the retry clock', async () => {
    const { service, endpoint, deliveries } = world();
    receiver.failures.push(500, 500, 500, 500, 500);
    await order(service, {});
    await service.control('/clock', { advance: '1m' });
    expect(await world().due()).toHaveLength(1);
    await act('pause');
    expect(await world().due()).toEqual([]);
    await service.control('/clock', { advance: '1d' });
    await act('resume');
    await settle();
    expect(await deliveries()).toMatchObject([{ status: 'retrying', attemptCount: 3 }]);
    const [delivery] = await service.list('/v1/webhook-deliveries');
    expect(delivery?.['nextAttemptAt']).toBe('2026-01-02T00:05:00.000Z');
    await service.control('/clock', { advance: '1d' });
    expect(await deliveries()).toMatchObject([{ status: 'failed', attemptCount: 5 }]);
    expect((await service.call('GET', endpoint)).body).toMatchObject({
      health: { failuresInARow: 5 },
    });
  });

  it('with discard cancels the held deliveries, and none that are created later', async () => {
    await act('pause');
    await world().hold(450);
    await act('resume', { discard: true });
    await order(world().service, {});
    await settle();
    expect(await tally()).toEqual({ canceled: 450, succeeded: 1 });
    expect(arrived()).toEqual((await eventIds()).slice(450));
  });

  it('is ended by a pause: unreleased deliveries stay held', async () => {
    await act('pause');
    await world().hold(210);
    await act('resume');
    during.set(5, () => act('pause'));
    await settle();
    expect(await tally()).toEqual({ succeeded: 5, held: 205 });
    await act('resume');
    await world().runResumptions();
    expect(await tally()).toEqual({ succeeded: 5, scheduled: 205 });
    expect(arrived()).toEqual((await eventIds()).slice(0, 5));
  });

  it('with discard is completed by a pause, which holds what comes after it', async () => {
    await act('pause');
    await world().hold(250);
    await act('resume', { discard: true });
    await act('pause');
    await world().hold(2);
    await settle();
    expect(await tally()).toEqual({ canceled: 250, held: 2 });
    await act('resume');
    await settle();
    expect(await tally()).toEqual({ canceled: 250, succeeded: 2 });
  });

  it('stops when its endpoint is deleted', async () => {
    const { service, endpoint } = world();
    await act('pause');
    await world().hold(250);
    await act('resume');
    during.set(30, async () => {
      await service.call('DELETE', endpoint);
      // The job of the attempt in flight.
      expect(await world().due()).toHaveLength(1);
    });
    await settle();
    expect(await tally()).toEqual({ succeeded: 30, canceled: 220 });
  });
});

it('a policy that is set during an attempt counts from its end', async () => {
  const { service, endpoint, deliveries } = world();
  const retryPolicy = { backoff: 'fixed', initialDelaySeconds: 7 };
  receiver.failures.push(500);
  during.set(1, () => service.call('PATCH', endpoint, { retryPolicy }));
  await order(service, {});
  await settle();
  expect(await deliveries()).toMatchObject([
    { status: 'retrying', nextAttemptAt: new Date('2026-01-01T00:00:07.000Z') },
  ]);
});

describe('an attempt in flight finishes when its endpoint is', () => {
  const remove = () => world().service.call('DELETE', world().endpoint);
  it.each([
    { event: 'paused', answers: 200, attempts: 5, status: 'succeeded' },
    { event: 'paused', answers: 500, attempts: 5, status: 'held' },
    { event: 'paused', answers: 500, attempts: 1, status: 'failed' },
    { event: 'deleted', answers: 200, attempts: 5, status: 'succeeded' },
    { event: 'deleted', answers: 500, attempts: 5, status: 'canceled' },
    { event: 'deleted', answers: 500, attempts: 1, status: 'failed' },
  ])('$event: after $answers, as attempt 1 of $attempts, its delivery is $status', async (row) => {
    const { service, endpoint, deliveries } = world();
    const retryPolicy = { maxAttempts: row.attempts };
    await service.call('PATCH', endpoint, { retryPolicy });
    if (row.answers !== 200) receiver.failures.push(row.answers);
    during.set(1, () => (row.event === 'paused' ? act('pause') : remove()));
    await order(service, {});
    await service.control('/clock', { drain: true });
    expect(await deliveries()).toMatchObject([{ status: row.status, attemptCount: 1 }]);
  });
});
