import { count, eq, inArray, sql as raw } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { expect, it, onTestFinished } from 'vitest';
import { retentionJob } from '../../../../src/service/capabilities/retention/index.js';
import {
  apiRequests,
  events,
  faults,
  idempotentAnswers,
  jobs,
  outboxMessages,
  sinkRequests,
  webhookAttempts,
  webhookDeliveries,
  webhookDeliveryChanges,
} from '../../../../src/service/db/schema/index.js';
import { transactOn } from '../../../../src/service/db/sql.js';
import { commandRunner } from '../../../../src/service/kernel/command.js';
import { randomIdentity } from '../../../../src/service/kernel/identity.js';
import { recordsOf, startTestService, type TestService } from '../../../support/service.js';

const DAY = 24 * 3_600_000;
const TYPE = 'document_verification.completed';

async function start(retention: 'of 3 days' | 'off' = 'of 3 days'): Promise<TestService> {
  const service = await startTestService(
    {
      ...(retention === 'off' ? {} : { retainMs: 3 * DAY }),
      forwardTo: 'http://localhost:3000/hooks',
    },
    { deliverTo: async () => new Response(null, { status: 200 }) },
  );
  onTestFinished(() => service.close());
  return service;
}

async function move(service: TestService, body: object): Promise<Record<string, unknown>> {
  const answer = await service.control('/clock', body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Creates events and delivers them. Returns the ids of the deliveries, oldest first. */
async function deliver(service: TestService, many: number): Promise<string[]> {
  const before = await service.sql.select({ id: webhookDeliveries.id }).from(webhookDeliveries);
  const made = await service.control('/trigger', { type: TYPE, count: many });
  expect(made.status, made.text).toBe(201);
  await move(service, { settle: true });
  const known = new Set(before.map(({ id }) => id));
  const all = await service.sql
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .orderBy(webhookDeliveries.seq);
  return all.map(({ id }) => id).filter((id) => !known.has(id));
}

const size = async (service: TestService, table: PgTable): Promise<number> => {
  const [row] = await service.sql.select({ rows: count() }).from(table);
  return row?.rows ?? 0;
};

it('deletes ended objects when they are old enough, and not before', async () => {
  const service = await start();
  await deliver(service, 3);
  await service.send(
    'POST',
    '/v1/api-keys',
    { label: 'Late', scope: 'full_access' },
    {
      headers: { 'idempotency-key': 'once' },
    },
  );
  await service.call('POST', '/sink/old', { a: 1 });
  await service.sql.insert(outboxMessages).values({
    id: 'mail_old',
    tenantId: 'x',
    to: 'maria@example.com',
    subject: 's',
    text: 't',
    createdAt: new Date('2026-01-01T00:00:00Z'),
  });
  await service.flushLog();
  const tables = [
    ...[webhookDeliveries, webhookAttempts, webhookDeliveryChanges, events, apiRequests],
    ...[idempotentAnswers, outboxMessages, sinkRequests],
  ];
  const sizes = () => Promise.all(tables.map((table) => size(service, table)));
  const full = await sizes();
  expect(full.every((rows) => rows > 0)).toBe(true);
  await move(service, { to: '2026-01-03T23:00:00Z' });
  expect(await sizes()).toEqual(full);
  await move(service, { to: '2026-01-06T00:00:00Z' });
  expect(await sizes()).toEqual(tables.map(() => 0));
});

it('never deletes pending objects, nor objects that they need', async () => {
  const service = await start();
  const { sql } = service;
  const [endpoint] = service.description.endpoints;
  const ids = await deliver(service, 12);
  const [done = '', scheduled, delivering, retrying, held, replayed, ofJob, recent, ofEvent] = ids;
  const failed = ids[9] ?? '';
  const canceled = ids[10] ?? '';
  const set = (id: string | undefined, changes: object) =>
    sql
      .update(webhookDeliveries)
      .set(changes)
      .where(eq(webhookDeliveries.id, id ?? ''));
  for (const [id, status] of Object.entries({
    [scheduled ?? '']: 'scheduled',
    [delivering ?? '']: 'delivering',
    [retrying ?? '']: 'retrying',
    [held ?? '']: 'held',
    [failed]: 'failed',
    [canceled]: 'canceled',
  })) {
    await set(id, { status });
  }
  await set(replayed, { statusBeforeReplay: 'succeeded' });
  const later = new Date('2030-01-01T00:00:00Z');
  await sql
    .insert(jobs)
    .values({ kind: 'manual_attempt', ref: ofJob ?? '', dueAt: later, endpointId: endpoint?.id });
  await sql
    .update(webhookAttempts)
    .set({ startedAt: new Date('2026-01-03T00:00:00Z') })
    .where(eq(webhookAttempts.deliveryId, recent ?? ''));
  const eventIdOf = async (id: string | undefined) => {
    const [row] = await sql
      .select({ eventId: webhookDeliveries.eventId })
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.id, id ?? ''));
    return row?.eventId ?? '';
  };
  const eventOfFault = await eventIdOf(ofEvent);
  const eventOfSpentFault = await eventIdOf(done);
  const fault = { kind: 'http_500', probability: 1, params: {}, matched: 0, createdAt: later };
  await sql.insert(faults).values([
    { ...fault, id: 'flt_waits', match: { eventId: eventOfFault }, timesLeft: 1 },
    { ...fault, id: 'flt_spent', match: { eventId: eventOfSpentFault }, timesLeft: 0 },
  ]);
  const pending = [scheduled, delivering, retrying, held, replayed, ofJob].map((id) => id ?? '');
  const keptEvents = await Promise.all([...pending, recent].map(eventIdOf));

  await move(service, { to: '2026-01-05T12:00:00Z' });
  const left = async () => (await sql.select().from(webhookDeliveries)).map(({ id }) => id).sort();
  expect(await left()).toEqual([...pending, recent ?? ''].sort());
  expect((await sql.select().from(events)).map(({ id }) => id).sort()).toEqual(
    [...keptEvents, eventOfFault].sort(),
  );
  const attempts = await sql.select().from(webhookAttempts);
  expect(attempts.map(({ deliveryId }) => deliveryId).sort()).toEqual(await left());
  const changed = await sql.select().from(webhookDeliveryChanges);
  expect([...new Set(changed.map(({ deliveryId }) => deliveryId))].sort()).toEqual(await left());

  // The attempt is no longer recent, and the others are still pending.
  await move(service, { to: '2026-01-08T00:00:00Z' });
  expect(await left()).toEqual([...pending].sort());
});

it('leaves the failed deliveries of an endpoint that is being recovered', async () => {
  const service = await start();
  const { sql } = service;
  const [id = ''] = await deliver(service, 1);
  const ref = service.description.endpoints[0]?.id ?? '';
  const job = { kind: 'recovery' as const, ref, dueAt: new Date('2026-01-12T00:00:00Z') };
  await sql.insert(jobs).values({
    ...job,
    payload: { since: '2020-01-01T00:00:00Z', until: '2026-01-12T00:00:00Z', after: 0 },
  });
  await sql.update(webhookDeliveries).set({ status: 'failed' }).where(eq(webhookDeliveries.id, id));
  await move(service, { to: '2026-01-11T00:00:00Z' });
  expect((await service.call('GET', `/v1/webhook-deliveries/${id}`)).status).toBe(200);
  await move(service, { to: '2026-01-12T00:01:00Z' });
  const replayed = await service.call('GET', `/v1/webhook-deliveries/${id}`);
  expect(replayed.body).toMatchObject({ status: 'succeeded', attemptCount: 2 });
});

it('an event whose delivery was deleted is missing nowhere', async () => {
  const service = await start();
  const own = service.description.endpoints[0]?.id ?? '';
  const { integrationId } = service.description;
  const other = { url: 'http://localhost:9/', integrationId };
  const { id } = await service.send('POST', '/v1/webhook-endpoints', other);
  await service.send('POST', `/v1/webhook-endpoints/${id}/pause`);
  await deliver(service, 1);
  await move(service, { to: '2026-01-06T00:00:00Z' });
  // The held delivery of the other endpoint keeps the event.
  expect(await size(service, webhookDeliveries)).toBe(1);
  expect(await size(service, events)).toBe(1);
  const body = { since: '2025-01-01T00:00:00Z', include: 'missing' };
  const recovery = await service.send('POST', `/v1/webhook-endpoints/${own}/recover`, body);
  expect(recovery).toMatchObject({ missing: 0 });
});

it('a held delivery is delivered long after, with its bytes', async () => {
  const service = await start();
  const [{ id = '' } = {}] = service.description.endpoints;
  await service.send('POST', `/v1/webhook-endpoints/${id}/pause`);
  const [delivery = ''] = await deliver(service, 1);
  await move(service, { advance: '10d' });
  await service.send('POST', `/v1/webhook-endpoints/${id}/resume`, {});
  await move(service, { settle: true });
  const found = await service.send('GET', `/v1/webhook-deliveries/${delivery}`);
  expect(found).toMatchObject({ status: 'succeeded', attemptCount: 1 });
});

it('deletes at most 200 rows in a transaction', async () => {
  const service = await start('off');
  const { sql } = service;
  const [id = ''] = await deliver(service, 1);
  await deliver(service, 29);
  await sql.execute(raw`insert into webhook_attempts
    (id, delivery_id, number, trigger, state, url, request_headers, signed_at, started_at)
    select 'att_more_' || n, ${id}, n + 1, 'manual', 'failed', 'http://x', '{}', at, at
    from generate_series(1, 450) n, (select at from clock) c`);
  await sql.execute(raw`insert into api_requests
    (id, tenant_id, key_id, method, path, operation_id, status, duration_ms, created_at)
    select 'req_more_' || n, tenant_id, 'k', 'GET', '/', 'o', 200, 1, created_at
    from generate_series(1, 450) n, (select tenant_id, created_at from webhook_deliveries limit 1) d`);
  await move(service, { to: '2026-03-01T00:00:00Z' });
  const run = commandRunner(transactOn(sql), randomIdentity(), {
    origin: '',
    file: () => '',
    hosted: () => '',
  });
  const tables = [webhookDeliveries, webhookAttempts, webhookDeliveryChanges, events, apiRequests];
  const rows = async () =>
    (await Promise.all(tables.map((table) => size(service, table)))).reduce((a, b) => a + b);
  const { body } = retentionJob(30 * DAY);
  const deleted: number[] = [];
  const isRetention = eq(jobs.kind, 'retention');
  const first = { kind: 'retention', ref: 'history', dueAt: new Date(0) } as const;
  let [job] = await sql.insert(jobs).values(first).returning();
  while (job && (job.payload !== null || deleted.length === 0)) {
    const before = await rows();
    const held = job;
    await sql.delete(jobs).where(isRetention);
    await run((command) => body(command, held));
    deleted.push(before - (await rows()));
    [job] = await sql.select().from(jobs).where(isRetention);
  }
  expect(Math.max(...deleted)).toBe(200);
  expect(deleted.length).toBeLessThan(40);
  expect(await rows()).toBe(0);
});

it('does nothing without --retain, also when an earlier start had it', async () => {
  const service = await start('off');
  const { sql } = service;
  await sql.insert(jobs).values({ kind: 'retention', ref: 'history', dueAt: new Date(0) });
  const ids = await deliver(service, 2);
  await move(service, { advance: '10d' });
  const kept = inArray(webhookDeliveries.id, ids);
  expect(await sql.$count(webhookDeliveries, kept)).toBe(2);
  expect(await sql.$count(jobs, eq(jobs.kind, 'retention'))).toBe(0);
});

it('is not a reason to move the clock, and continues after a reset', async () => {
  const service = await start();
  expect(await move(service, { drain: true })).toMatchObject({ ran: 0, next: null });
  expect(await move(service, { next: true })).toMatchObject({ next: null });
  await service.control('/reset', {});
  await deliver(service, 1);
  await move(service, { advance: '5d' });
  expect(recordsOf((await service.call('GET', '/v1/webhook-deliveries')).body['data'])).toEqual([]);
});
