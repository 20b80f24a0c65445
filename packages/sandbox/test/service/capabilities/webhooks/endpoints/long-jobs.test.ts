import { asc, count, eq, sql as raw } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { runRecovery } from '../../../../../src/service/capabilities/webhooks/deliveries/replay-deliveries.js';
import {
  runDiscard,
  runResumption,
} from '../../../../../src/service/capabilities/webhooks/endpoints/held-deliveries.js';
import { endpointRecords } from '../../../../../src/service/capabilities/webhooks/endpoints/records.js';
import {
  events,
  jobs,
  webhookDeliveries,
  webhookEndpoints,
} from '../../../../../src/service/db/schema/index.js';
import { transactOn } from '../../../../../src/service/db/sql.js';
import { objectJob } from '../../../../../src/service/engine/job-handlers.js';
import {
  type Command,
  commandRunner,
  type Job,
} from '../../../../../src/service/kernel/command.js';
import { randomIdentity } from '../../../../../src/service/kernel/identity.js';
import { serviceWithSql } from '../../../../support/service-with-sql.js';

const resumption = objectJob(endpointRecords, runResumption);

const { service, sql } = serviceWithSql(async () => new Response());
const endpointId = () => String(service().description.endpoints[0]?.id);
const call = (action: string, body: object) =>
  service().send('POST', `/v1/webhook-endpoints/${endpointId()}/${action}`, body);

/** Stores 201 deliveries of this status, which is one more than a transaction takes. */
async function store(status: 'held' | 'failed'): Promise<void> {
  await service().control('/trigger', { type: 'document_verification.completed' });
  await sql().delete(jobs);
  await sql().update(webhookDeliveries).set({ status, nextAttemptAt: null });
  await sql().execute(raw`insert into webhook_deliveries (id, tenant_id, integration_id, event_id, event_type, test,
      endpoint_id, status, variant, attempt_count, created_at, updated_at)
    select id || n, tenant_id, integration_id, event_id, event_type, test, endpoint_id, status, variant,
      attempt_count, created_at, updated_at
    from webhook_deliveries, generate_series(1, 200) n`);
}

/** Runs the job of the endpoint, as the engine does. */
async function runNext(run: (command: Command, job: Job) => Promise<unknown>): Promise<void> {
  const urls = { origin: '', file: () => '', hosted: () => '' };
  const runCommand = commandRunner(transactOn(sql()), randomIdentity(), urls);
  await runCommand(async (command) => {
    const ofEndpoint = eq(jobs.ref, endpointId());
    const [job] = await command.tx.select().from(jobs).where(ofEndpoint).orderBy(asc(jobs.seq));
    if (!job) throw new Error('The endpoint has no job.');
    await command.tx.delete(jobs).where(eq(jobs.seq, job.seq));
    await run(command, job);
  });
}

/** Stores events without a delivery to the endpoint, a second apart, and requests their recovery. */
async function storeMissing(many: number): Promise<void> {
  await service().control('/trigger', { type: 'document_verification.completed' });
  await sql().delete(jobs);
  await sql().delete(webhookDeliveries);
  await sql().execute(raw`insert into events (id, tenant_id, integration_id, type, created, body, subject_id)
    select id || n, tenant_id, integration_id, type, created - n * interval '1 second', body, subject_id
    from events, generate_series(1, ${many}::int - 1) n`);
  await recoverMissing();
}

const recoverMissing = () =>
  call('recover', { since: '2025-12-01T00:00:00.000Z', include: 'missing' });

/** The number of jobs of each kind. */
async function jobsByKind(): Promise<object> {
  const { kind } = jobs;
  const rows = await sql().select({ kind, jobs: count() }).from(jobs).groupBy(kind);
  return Object.fromEntries(rows.map((row) => [row.kind, row.jobs]));
}

it('a resumption releases 200 deliveries in a transaction, and the others in the next ones', async () => {
  await call('pause', {});
  await store('held');
  await call('resume', {});
  await runNext(resumption.body);
  expect(await jobsByKind()).toEqual({ delivery_attempt: 200, resumption: 1 });
  await runNext(resumption.body);
  expect(await jobsByKind()).toEqual({ delivery_attempt: 201 });
});

it('a recovery replays 200 deliveries in a transaction, and the others in the next ones', async () => {
  await store('failed');
  await call('recover', { since: '2026-01-01T00:00:00.000Z' });
  await runNext(runRecovery);
  expect(await jobsByKind()).toEqual({ manual_attempt: 200, recovery: 1 });
  await runNext(runRecovery);
  expect(await jobsByKind()).toEqual({ manual_attempt: 201 });
});

it('missing events are delivered oldest first, 200 in a transaction', async () => {
  await storeMissing(450);
  for (const delivered of [200, 400]) {
    await runNext(runRecovery);
    expect(await jobsByKind()).toEqual({ delivery_attempt: delivered, recovery: 1 });
  }
  await runNext(runRecovery);
  expect(await jobsByKind()).toEqual({ delivery_attempt: 450 });
  const sent = await sql()
    .select({ created: events.created })
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .orderBy(asc(webhookDeliveries.seq));
  const times = sent.map(({ created }) => created.getTime());
  expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
});

it('two recoveries of missing events, one of which crashes, deliver each event once', async () => {
  await storeMissing(450);
  await recoverMissing();
  // Each job runs a batch in turn.
  await runNext(runRecovery);
  await runNext(runRecovery);
  const crash = runNext(async (command, job) => {
    await runRecovery(command, job);
    throw new Error('The process has died.');
  });
  await expect(crash).rejects.toThrow('The process has died.');
  // An event that is emitted during the recovery already has its delivery.
  await service().control('/trigger', { type: 'document_verification.completed' });
  for (let batch = 0; batch < 4; batch += 1) await runNext(runRecovery);
  expect(await jobsByKind()).toEqual({ delivery_attempt: 451 });
  const sent = await sql().select().from(webhookDeliveries);
  expect(new Set(sent.map(({ eventId }) => eventId)).size).toBe(451);
});

it('a pause ends a recovery of missing events between two transactions', async () => {
  await storeMissing(450);
  await runNext(runRecovery);
  await call('pause', {});
  await runNext(runRecovery);
  expect(await jobsByKind()).toEqual({});
  expect(await sql().$count(webhookDeliveries)).toBe(200);
  // The rest of the events are still missing.
  await call('resume', { discard: true });
  await runNext(runDiscard);
  await runNext(runDiscard);
  await recoverMissing();
  for (let batch = 0; batch < 3; batch += 1) await runNext(runRecovery);
  expect(await jobsByKind()).toEqual({ delivery_attempt: 250 });
});

it('missing events wait behind what a resumption releases', async () => {
  await storeMissing(2);
  await call('pause', {});
  await call('resume', {});
  await runNext(runRecovery);
  const sent = await sql().select().from(webhookDeliveries);
  expect(sent.map(({ status }) => status)).toEqual(['held', 'held']);
  await runNext(resumption.body);
  expect(await jobsByKind()).toEqual({ delivery_attempt: 2 });
});

it('a resumption that runs while the endpoint is paused again releases nothing', async () => {
  await call('pause', {});
  await store('held');
  await call('resume', {});
  await runNext(async (command, job) => {
    await command.tx.update(webhookEndpoints).set({ paused: true });
    await resumption.body(command, job);
  });
  expect(await jobsByKind()).toEqual({});
});

it('a recovery ends where its endpoint is paused', async () => {
  await store('failed');
  await call('recover', { since: '2026-01-01T00:00:00.000Z' });
  await call('pause', {});
  await runNext(runRecovery);
  expect(await jobsByKind()).toEqual({});
});
