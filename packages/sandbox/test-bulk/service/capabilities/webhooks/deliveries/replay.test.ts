import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  jobs,
  webhookAttempts,
  webhookDeliveries,
} from '../../../../../src/service/db/schema/index.js';
import { Derivation } from '../../../../../src/service/kernel/identity.js';
import { order } from '../../../../../test/support/orders.js';
import { problem } from '../../../../../test/support/problems.js';
import { serviceWithSql } from '../../../../../test/support/service-with-sql.js';

let answers: number[] = [];
const { service, sql, setEndpoint } = serviceWithSql(
  async () => new Response(null, { status: answers.shift() ?? 200 }),
);
const endpointId = () => String(service().description.endpoints[0]?.id);
const recover = (body: object) =>
  service().call('POST', `/v1/webhook-endpoints/${endpointId()}/recover`, body);

beforeEach(() => {
  answers = [];
});

type Step =
  | { readonly do: 'order'; readonly answers: readonly number[] }
  | { readonly do: 'replay'; readonly which: number; readonly answer: number }
  | { readonly do: 'recover'; readonly answer: number }
  | { readonly do: 'pause'; readonly paused: boolean };

const answer = fc.constantFrom(200, 500);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('order' as const),
    answers: fc.constantFrom([200], [500, 204], [500, 500, 500, 500, 500]),
  }),
  fc.record({ do: fc.constant('replay' as const), which: fc.nat(3), answer }),
  fc.record({ do: fc.constant('recover' as const), answer }),
  fc.record({ do: fc.constant('pause' as const), paused: fc.boolean() }),
);

it('no replay worsens a delivery, and each makes one attempt', async () => {
  const { call, control, list } = service();
  const find = () => list('/v1/webhook-deliveries?limit=100');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      await control('/reset', {});
      answers = [];
      for (const taken of steps) {
        const before = await find();
        let replayed: readonly unknown[] = [];
        if (taken.do === 'order') {
          await setEndpoint({ paused: false });
          answers.push(...taken.answers);
          await order(service(), {});
        } else if (taken.do === 'pause') {
          await setEndpoint({ paused: taken.paused });
        } else if (taken.do === 'recover') {
          const { status } = await recover({ since: '2026-01-01T00:00:00Z' });
          const failed = before.filter((delivery) => delivery['status'] === 'failed');
          if (status === 202) replayed = failed.map(({ id }) => id);
          else expect(status).toBe(409);
          answers.push(...replayed.map(() => taken.answer));
        } else if (before.length > 0) {
          const id = before[taken.which % before.length]?.['id'];
          const { status } = await call('POST', `/v1/webhook-deliveries/${id}/replay`);
          if (status === 202) replayed = [id];
          else expect(status).toBe(409);
          answers.push(...replayed.map(() => taken.answer));
        }
        await control('/clock', { advance: '15m' });
        const after = new Map((await find()).map((delivery) => [delivery['id'], delivery]));
        for (const { id, status, attemptCount, succeededAt } of before) {
          const now = after.get(id);
          const attempts = Number(attemptCount) + (replayed.includes(id) ? 1 : 0);
          const improved = replayed.includes(id) && 'answer' in taken && taken.answer === 200;
          expect(now).toMatchObject({
            status: improved ? 'succeeded' : status,
            attemptCount: attempts,
            nextAttemptAt: null,
          });
          if (succeededAt !== null) expect(now?.['succeededAt']).toBe(succeededAt);
        }
      }
    }),
    { numRuns: 12 },
  );
});

describe('a manual attempt whose process dies', () => {
  it('is recorded as interrupted, and made again', async () => {
    answers = [500, 500, 500, 500, 500, 200];
    await order(service(), {});
    await service().control('/clock', { advance: '15m' });
    const [{ id } = {}] = await service().list('/v1/webhook-deliveries');
    await service().call('POST', `/v1/webhook-deliveries/${id}/replay`);
    // As left by a process that died while sending.
    await sql().update(webhookDeliveries).set({ status: 'delivering', attemptCount: 6 });
    const [attempt] = await sql().select().from(webhookAttempts);
    if (!attempt) throw new Error('There is no attempt.');
    const { seq: _seq, ...columns } = attempt;
    const lost = { id: 'att_lost', number: 6, trigger: 'manual', state: 'started' } as const;
    await sql()
      .insert(webhookAttempts)
      .values({ ...columns, ...lost });
    await service().control('/clock', { settle: true });
    const { body } = await service().call('GET', `/v1/webhook-deliveries/${id}`);
    expect(body).toMatchObject({ status: 'succeeded', attemptCount: 7 });
    expect(Object(body['attempts']).slice(5)).toMatchObject([
      { trigger: 'manual', state: 'interrupted', error: { code: 'interrupted' } },
      { trigger: 'manual', state: 'succeeded', error: null },
    ]);
  });

  it('uses up none of the policy, when it was a scheduled one', async () => {
    answers = [500, 500, 500, 500, 500, 500];
    await order(service(), {});
    await service().control('/clock', { settle: true });
    await sql().update(webhookDeliveries).set({ status: 'delivering' });
    await sql().update(webhookAttempts).set({ state: 'started' });
    await service().control('/clock', { advance: '1h' });
    const [delivery] = await service().list('/v1/webhook-deliveries');
    expect(delivery).toMatchObject({ status: 'failed', attemptCount: 6 });
  });
});

describe('a recovery', () => {
  /** Stores copies of a failed delivery, created a second apart. */
  async function manyFailed(count: number): Promise<readonly string[]> {
    answers = [500, 500, 500, 500, 500];
    await order(service(), {});
    await service().control('/clock', { advance: '15m' });
    const [row] = await sql().select().from(webhookDeliveries);
    if (!row) throw new Error('There is no delivery.');
    const { seq: _seq, ...delivery } = row;
    const ids = new Derivation('many', new Date(0));
    const copies = Array.from({ length: count - 1 }, (_, index) => ({
      ...delivery,
      id: ids.id('dlv', index),
      createdAt: new Date(delivery.createdAt.getTime() + 1000 * (index + 1)),
    }));
    await sql().insert(webhookDeliveries).values(copies);
    return [delivery.id, ...copies.map(({ id }) => id)];
  }

  it('replays every failed delivery once, oldest first, 200 in a transaction', async () => {
    const ids = await manyFailed(210);
    answers = Array.from({ length: 210 }, (_, index) => (index % 2 === 0 ? 500 : 200));
    expect(await recover({ since: '2026-01-01T00:00:00Z' })).toMatchObject({
      status: 202,
      body: { endpointId: endpointId(), found: 210, until: '2026-01-01T00:15:00.000Z' },
    });
    const [job] = await sql().select().from(jobs).where(eq(jobs.kind, 'recovery'));
    expect(job?.payload).toMatchObject({ after: 0 });
    // A second recovery finds the deliveries that the first has not taken yet, and none is replayed twice.
    expect(await recover({ since: '2026-01-01T00:00:00Z' })).toMatchObject({
      body: { found: 210 },
    });
    const { body } = await service().control('/clock', { settle: true });
    // Two batches of the first; the second finds nothing.
    expect(body).toMatchObject({ deliveries: { succeeded: 105, failed: 105 } });
    const made = await sql()
      .select()
      .from(webhookAttempts)
      .where(eq(webhookAttempts.trigger, 'manual'))
      .orderBy(webhookAttempts.seq);
    expect(made.map(({ deliveryId }) => deliveryId)).toEqual(ids);
  });

  it('takes those of its range', async () => {
    await manyFailed(5);
    const range = { since: '2026-01-01T00:00:01Z', until: '2026-01-01T01:00:03+01:00' };
    expect(await recover(range)).toMatchObject({ body: { found: 3 } });
    await service().control('/clock', { settle: true });
    const deliveries = await service().list('/v1/webhook-deliveries');
    expect(deliveries.map(({ status }) => status)).toEqual([
      'failed',
      'succeeded',
      'succeeded',
      'succeeded',
      'failed',
    ]);
  });

  it('leaves out those whose replay is due already', async () => {
    const [first] = await manyFailed(3);
    await service().call('POST', `/v1/webhook-deliveries/${first}/replay`);
    expect(await recover({ since: '2026-01-01T00:00:00Z' })).toMatchObject({ body: { found: 2 } });
  });

  it('is refused while the endpoint is paused, and a pause ends it', async () => {
    await manyFailed(2);
    const since = '2026-01-01T00:00:00Z';
    expect(await recover({ since })).toMatchObject({ status: 202 });
    await setEndpoint({ paused: true });
    const refused = problem(409, 'endpoint_paused');
    expect(await recover({ since })).toMatchObject(refused);
    expect((await service().control('/clock', { settle: true })).body).toMatchObject({ ran: 1 });
    await setEndpoint({ deletedAt: new Date(), paused: false });
    expect(await recover({ since })).toMatchObject({ status: 404 });
  });
});
