import { randomUUID } from 'node:crypto';
import { eq, sql as raw } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { jobs } from '../../../../../src/service/db/schema/index.js';
import { openTestDatabase } from '../../../../support/open-test-database.js';
import { deliveryOf, order } from '../../../../support/orders.js';
import { sharedService, startTestService, type TestService } from '../../../../support/service.js';
import {
  type CutAttempts,
  changeEndpoint,
  cutAttempts,
  makeDue,
  shownOf,
} from './support/cut-attempts.js';

let deliverTo = async (_request: Request): Promise<Response> => new Response();
const service = sharedService((request) => deliverTo(request));

const settle = ({ control }: TestService) => control('/clock', { settle: true });

/** The end of each delivery: its status, and the states of its attempts. */
const settled = {
  'scheduled, paused': 'held: interrupted',
  'retry, paused': 'held: failed interrupted',
  'replay of a success, paused': 'succeeded: succeeded interrupted',
  'replay of a failure, paused': 'failed: failed interrupted',
  'test, paused': 'succeeded: interrupted succeeded',
  'scheduled, deleted': 'canceled: interrupted',
  'retry, deleted': 'canceled: failed interrupted',
  'replay of a success, deleted': 'succeeded: succeeded interrupted',
  'replay of a failure, deleted': 'failed: failed interrupted',
  'test, deleted': 'canceled: interrupted',
  'scheduled, archived': 'canceled: interrupted',
  'retry, archived': 'canceled: failed interrupted',
  'replay of a success, archived': 'succeeded: succeeded interrupted',
  'replay of a failure, archived': 'failed: failed interrupted',
  'test, archived': 'canceled: interrupted',
};

const resumed = {
  ...settled,
  'scheduled, paused': 'succeeded: interrupted succeeded',
  'retry, paused': 'succeeded: failed interrupted succeeded',
};

async function resumeAll(current: TestService, { all }: CutAttempts): Promise<void> {
  for (const { change, endpointId } of all) {
    if (change !== 'paused') continue;
    const { status } = await current.call('POST', `/v1/webhook-endpoints/${endpointId}/resume`);
    expect(status).toBe(200);
  }
  await settle(current);
}

/** As if the process that made the attempt were gone: another one may take its job. */
async function loseJob(request: Request): Promise<void> {
  await service()
    .sql.update(jobs)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(eq(jobs.ref, request.headers.get('service-delivery-id') ?? ''));
}

describe('an attempt whose endpoint was paused or deleted before it was cut', () => {
  it('is not made again after a crash', async () => {
    const cut = await cutAttempts(service());
    deliverTo = async (request) => {
      const found = cut.find(request);
      if (found) {
        await changeEndpoint(service(), found);
        await loseJob(request);
      }
      return cut.answer(request);
    };
    await makeDue(service(), cut);
    await settle(service());
    expect(await shownOf(service(), cut)).toEqual(settled);
    await resumeAll(service(), cut);
    expect(await shownOf(service(), cut)).toEqual(resumed);
  });

  it('is not made again after a stop of the service', async () => {
    const database = await openTestDatabase();
    onTestFinished(() => database.close());
    let cut: CutAttempts | undefined;
    const inFlight: string[] = [];
    let stopped = false;
    const start = (clock: { readonly mode: 'frozen'; readonly at?: string }) =>
      startTestService(
        { clock },
        {
          openDatabase: async () => ({ ...database, close: async () => {} }),
          async deliverTo(request) {
            const found = stopped ? undefined : cut?.find(request);
            if (!found) return cut?.answer(request) ?? new Response();
            inFlight.push(found.name);
            return new Promise(() => {});
          },
        },
      );
    const first = await start({ mode: 'frozen', at: '2026-01-01T00:00:00.000Z' });
    cut = await cutAttempts(first);
    await makeDue(first, cut);
    await first.control('/clock', { mode: 'real' });
    await vi.waitFor(() => expect(inFlight).toHaveLength(cut?.all.length ?? 0), 60_000);
    for (const one of cut.all) await changeEndpoint(first, one);
    await first.close();
    stopped = true;
    const second = await start({ mode: 'frozen' });
    await settle(second);
    expect(await shownOf(second, cut)).toEqual(settled);
    await resumeAll(second, cut);
    expect(await shownOf(second, cut)).toEqual(resumed);
    await second.close();
  });
});

const endpointId = () => String(service().description.endpoints[0]?.id);
const endpoint = () => `/v1/webhook-endpoints/${endpointId()}`;
const post = async (path: string, body?: object) =>
  expect((await service().call('POST', path, body)).status).toBeLessThan(300);
const stateOf = ({ state }: Readonly<Record<string, unknown>>) => state;

describe('the third interruption in a row', () => {
  it.each([
    { replay: false, change: 'paused', status: 'held', afterwards: 'succeeded' },
    { replay: false, change: 'deleted', status: 'canceled', afterwards: 'canceled' },
    { replay: true, change: 'paused', status: 'succeeded', afterwards: 'succeeded' },
    { replay: true, change: 'deleted', status: 'succeeded', afterwards: 'succeeded' },
  ])(
    'of an attempt to an endpoint that was $change (replay: $replay) is a failed one, and leaves the delivery $status',
    async ({ replay, change, status, afterwards }) => {
      const cutFrom = replay ? 2 : 1;
      deliverTo = async (request) => {
        const attempt = Number(request.headers.get('service-delivery-attempt'));
        if (attempt < cutFrom || attempt > cutFrom + 2) return new Response();
        if (attempt === cutFrom + 2) {
          if (change === 'paused') await post(`${endpoint()}/pause`);
          else await service().call('DELETE', endpoint());
        }
        await loseJob(request);
        return new Response();
      };
      const verification = await order(service(), {});
      await settle(service());
      if (replay) {
        const { delivery } = await deliveryOf(service(), verification);
        await post(`/v1/webhook-deliveries/${delivery['id']}/replay`);
        await settle(service());
      }
      const first = replay ? ['succeeded'] : [];
      const cut = [...first, 'interrupted', 'interrupted', 'failed'];
      const { delivery, attempts } = await deliveryOf(service(), verification);
      const cause = status === 'held' ? 'interrupted' : null;
      expect(delivery).toMatchObject({ status, cause, nextAttemptAt: null });
      expect(attempts.map(stateOf)).toEqual(cut);
      if (change === 'paused') await post(`${endpoint()}/resume`);
      await settle(service());
      const later = await deliveryOf(service(), verification);
      expect(later.delivery['status']).toBe(afterwards);
      const resent = status === 'held' ? ['succeeded'] : [];
      expect(later.attempts.map(stateOf)).toEqual([...cut, ...resent]);
    },
  );
});

it('three interruptions that an answer comes between are not in a row', async () => {
  deliverTo = async (request) => {
    const attempt = Number(request.headers.get('service-delivery-attempt'));
    if ([1, 2, 4].includes(attempt)) await loseJob(request);
    return new Response(null, { status: attempt === 3 ? 500 : 200 });
  };
  const verification = await order(service(), {});
  await service().control('/clock', { advance: '1m' });
  const { delivery, attempts } = await deliveryOf(service(), verification);
  expect(delivery['status']).toBe('succeeded');
  const states = ['interrupted', 'interrupted', 'failed', 'interrupted', 'succeeded'];
  expect(attempts.map(stateOf)).toEqual(states);
});

it('a process whose job another one has taken records no result', async () => {
  deliverTo = async () => {
    const taken = { leaseOwner: randomUUID(), leaseUntil: raw`now() + interval '1 minute'` };
    await service().sql.update(jobs).set(taken).where(eq(jobs.kind, 'delivery_attempt'));
    return new Response();
  };
  const verification = await order(service(), {});
  await settle(service());
  expect(await deliveryOf(service(), verification)).toMatchObject({
    delivery: { status: 'delivering' },
    attempts: [{ state: 'started' }],
  });
  const kinds = (await service().sql.select().from(jobs)).map(({ kind }) => kind);
  expect(kinds).toContain('delivery_attempt');
});

it('an attempt that is made again is not put off by a fault', async () => {
  deliverTo = async (request) => {
    if (request.headers.get('service-delivery-attempt') === '1') {
      const fault = { kind: 'delay', params: { seconds: 60 } };
      expect((await service().control('/faults', fault)).status).toBe(201);
      await loseJob(request);
    }
    return new Response();
  };
  const verification = await order(service(), {});
  await settle(service());
  const { delivery, attempts } = await deliveryOf(service(), verification);
  expect(delivery['status']).toBe('succeeded');
  expect(attempts.map(stateOf)).toEqual(['interrupted', 'succeeded']);
});
