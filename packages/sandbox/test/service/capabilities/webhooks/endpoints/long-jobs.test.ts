import { count, eq, sql as raw } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { runRecovery } from '../../../../../src/service/capabilities/webhooks/deliveries/recover-deliveries.js';
import { runResumption } from '../../../../../src/service/capabilities/webhooks/endpoints/held-deliveries.js';
import { endpointRecords } from '../../../../../src/service/capabilities/webhooks/endpoints/records.js';
import {
  jobs,
  webhookDeliveries,
  webhookEndpoints,
} from '../../../../../src/service/db/schema/index.js';
import { transactOn } from '../../../../../src/service/db/sql.js';
import { objectJob } from '../../../../../src/service/engine/run-job.js';
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
  const [job] = await sql().delete(jobs).where(eq(jobs.ref, endpointId())).returning();
  if (!job) throw new Error('The endpoint has no job.');
  await runCommand((command) => run(command, job));
}

/** How many jobs there are of each kind. */
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
