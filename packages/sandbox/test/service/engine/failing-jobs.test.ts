import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { retentionEndings } from '../../../src/service/capabilities/retention/index.js';
import {
  type SendAttempt,
  webhookEndings,
  webhookJobs,
} from '../../../src/service/capabilities/webhooks/index.js';
import {
  checks,
  documentVerifications,
  jobs,
  parkedJobs,
  webhookAttempts,
  webhookDeliveries,
} from '../../../src/service/db/schema/index.js';
import { transactOn } from '../../../src/service/db/sql.js';
import { Engine } from '../../../src/service/engine/engine.js';
import { commandJob, type JobHandlers } from '../../../src/service/engine/job-handlers.js';
import { onlyEngine } from '../../../src/service/engine/role/choose-role.js';
import { Wakeup } from '../../../src/service/engine/wakeup.js';
import { CommitSignal, commandRunner, type JobKind } from '../../../src/service/kernel/command.js';
import { randomIdentity } from '../../../src/service/kernel/identity.js';
import { capabilityEndings, capabilityJobs } from '../../../src/service/operations.js';
import { orderedReport } from '../../support/ordered-report.js';
import { deliveryOf, order } from '../../support/orders.js';
import { sharedService } from '../../support/service.js';

const service = sharedService(async () => new Response());
const minutes = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count));
const refused = Object.assign(new Error('refused'), { code: '23514' });

/** Another engine on the service's database, in which jobs of a kind fail. */
function failing(kind: JobKind, error: Error = refused) {
  const { sql } = service();
  const urls = { origin: '', file: () => '', hosted: () => '' };
  const runCommand = commandRunner(transactOn(sql), randomIdentity(), urls);
  const settings = { signatureClock: 'wall', strictHeaders: false } as const;
  const send: SendAttempt = async () => ({
    durationMs: 1,
    error: { code: 'timeout', message: 'No answer.' },
  });
  const fail: JobHandlers[JobKind] = commandJob(async () => {
    throw error;
  });
  const errors: unknown[] = [];
  const lost: unknown[] = [];
  const engine = new Engine({
    sql,
    runCommand,
    commits: new CommitSignal(),
    handlers: {
      ...capabilityJobs,
      ...webhookJobs(send, settings, runCommand, () => {}),
      retention: commandJob(async () => {}),
      [kind]: fail,
    },
    endings: { ...capabilityEndings, ...webhookEndings, ...retentionEndings },
    onLost: (...told) => lost.push(told),
    role: onlyEngine(sql),
    wakeup: new Wakeup(),
    longestMoveMs: Number.POSITIVE_INFINITY,
    onError: (told) => errors.push(told),
  });
  return { engine, errors, lost };
}

/** Moves the clock past all tries of a failing job, while others succeed. */
async function useUpTries(kind: JobKind) {
  const { sql } = service();
  const { engine, errors, lost } = failing(kind);
  // The object of this job is gone, so the job does nothing.
  await sql.insert(jobs).values({ kind: 'magic_dispute', ref: 'gone', dueAt: minutes(0) });
  const move = await engine.moveTo(minutes(15));
  await engine.close(0);
  return { move, errors, lost };
}

/** Creates the object of a job of a kind, and returns its id. */
async function prepare(kind: JobKind): Promise<string> {
  const { sql, call, control } = service();
  if (kind === 'source_attempt') return order(service(), {});
  if (kind === 'source_answer') {
    const id = await order(service(), { licenseNumber: 'SBX-SLOW-1' });
    await control('/clock', { settle: true });
    await sql
      .update(jobs)
      .set({ dueAt: minutes(0) })
      .where(eq(jobs.kind, kind));
    return id;
  }
  if (kind === 'delivery_attempt' || kind === 'manual_attempt') {
    const { body } = await control('/trigger', { type: 'document_verification.completed' });
    const [delivery] = await sql.select().from(webhookDeliveries);
    const id = delivery?.id ?? JSON.stringify(body);
    if (kind === 'delivery_attempt') return id;
    await control('/clock', { settle: true });
    await call('POST', `/v1/webhook-deliveries/${id}/replay`);
    return id;
  }
  if (kind === 'check_result') {
    const { body } = await call('POST', '/v1/candidates', {
      firstName: 'A',
      lastName: 'B',
      email: 'a@example.com',
      workState: 'CA',
    });
    const open = { status: 'in_progress', result: null, completedAt: null } as const;
    const statuses = { 'national-criminal': 'in_progress' } as const;
    const ref = await orderedReport(sql, String(body['id']), statuses, open);
    const [check] = await sql.select().from(checks);
    const payload = { checkId: check?.id, outcome: 'clear' };
    await sql.insert(jobs).values({ kind, ref, payload, dueAt: minutes(0) });
    return ref;
  }
  await sql.insert(jobs).values({ kind, ref: 'some', dueAt: minutes(0) });
  return 'some';
}

const kept: readonly JobKind[] = [
  'session_expiry',
  'invitation_expiry',
  'suspension_expiry',
  'magic_dispute',
  'dispute_deadline',
  'final_notice',
  'tenant_closing',
  'retention',
];
const ended = jobs.kind.enumValues.filter((kind) => !kept.includes(kind));

it.each(ended)('a job %s that fails four times has ended', async (kind) => {
  const id = await prepare(kind);
  const { move, errors, lost } = await useUpTries(kind);
  expect(move.failed).toEqual([
    ...Array.from({ length: 3 }, () => ({ kind, id, outcome: 'waiting' })),
    { kind, id, outcome: 'ended' },
  ]);
  expect(errors).toMatchObject([{ name: 'JobError', job: { kind, id }, cause: refused }]);
  expect(lost).toEqual([[{ kind, id, outcome: 'ended' }, '23514', undefined]]);
  const left = await service().sql.select().from(jobs).where(eq(jobs.kind, kind));
  expect(left).toEqual([]);
});

it.each(kept)('a job %s that fails four times is parked', async (kind) => {
  const { sql, control } = service();
  const id = await prepare(kind);
  // A real job of the kind may exist.
  await sql.delete(jobs);
  await sql.insert(jobs).values({ kind, ref: id, payload: { a: 1 }, dueAt: minutes(0) });
  const other = kind === 'magic_dispute' ? 'final_notice' : 'magic_dispute';
  await sql.insert(jobs).values({ kind: other, ref: 'gone', dueAt: minutes(0) });
  const { engine, lost } = failing(kind);
  const move = await engine.moveTo(minutes(15));
  await engine.close(0);
  expect(move).toMatchObject({ ran: 1, next: undefined });
  expect(move.failed.at(-1)).toEqual({ kind, id, outcome: 'parked' });
  expect(lost).toEqual([[{ kind, id, outcome: 'parked' }, '23514', undefined]]);
  const { body } = await control('/clock');
  const parkedAt = minutes(15).toISOString();
  expect(body['parked']).toEqual([{ kind, id, reason: '23514', parkedAt }]);
  expect((await control('/clock/release', {})).body).toEqual({ released: 1 });
  expect(await sql.select().from(parkedJobs)).toEqual([]);
  const back = { kind, ref: id, payload: { a: 1 }, failures: 0, dueAt: minutes(15) };
  expect(await sql.select().from(jobs)).toMatchObject([back]);
});

it.each(['source_attempt', 'source_answer'] as const)(
  'a verification fails whose %s cannot succeed, and tells why',
  async (kind) => {
    const id = await prepare(kind);
    await useUpTries(kind);
    const { body } = await service().call('GET', `/v1/document-verifications/${id}`);
    expect(body).toMatchObject({
      status: 'FAILED',
      errorMessage: 'The service has failed to verify the document.',
    });
    const { delivery } = await deliveryOf(service(), id);
    expect(delivery).toMatchObject({ eventType: 'document_verification.failed' });
  },
);

it('a check ends as unverifiable, and its report with it', async () => {
  const id = await prepare('check_result');
  await useUpTries('check_result');
  const { body } = await service().call('GET', `/v1/reports/${id}`);
  expect(body).toMatchObject({ status: 'complete', result: 'consider' });
  const [check] = await service().sql.select().from(checks);
  expect(check?.status).toBe('unable_to_verify');
});

it('a delivery that cannot be attempted fails, with an attempt that says so', async () => {
  const id = await prepare('delivery_attempt');
  await useUpTries('delivery_attempt');
  const { body } = await service().call('GET', `/v1/webhook-deliveries/${id}`);
  expect(body).toMatchObject({
    status: 'failed',
    attemptCount: 1,
    cause: 'service_failed',
    nextAttemptAt: null,
    attempts: [
      {
        number: 1,
        trigger: 'scheduled',
        state: 'failed',
        error: { code: 'service_failed' },
        diagnosis: { verdict: { code: 'not_signed' }, next: { code: 'read_service_log' } },
      },
    ],
  });
});

it('a delivery whose attempt was sent and cannot be recorded fails, and the attempt is interrupted', async () => {
  const { sql, call } = service();
  const id = await prepare('delivery_attempt');
  await service().control('/clock', { settle: true });
  await sql.update(webhookDeliveries).set({ status: 'delivering' });
  await sql.update(webhookAttempts).set({ state: 'started' });
  await sql.insert(jobs).values({ kind: 'delivery_attempt', ref: id, dueAt: minutes(0) });
  await useUpTries('delivery_attempt');
  const { body } = await call('GET', `/v1/webhook-deliveries/${id}`);
  expect(body).toMatchObject({
    status: 'failed',
    cause: 'interrupted',
    attempts: [{ state: 'interrupted' }],
  });
  const failures = await call('GET', '/v1/webhook-deliveries/failures');
  expect(failures.body).toMatchObject({ failures: [{ cause: { code: 'interrupted' } }] });
});

it('a replay that cannot be attempted fails alone', async () => {
  const id = await prepare('manual_attempt');
  await useUpTries('manual_attempt');
  const { body } = await service().call('GET', `/v1/webhook-deliveries/${id}`);
  expect(body).toMatchObject({
    status: 'succeeded',
    cause: null,
    attemptCount: 2,
    attempts: [{ state: 'succeeded' }, { trigger: 'manual', error: { code: 'service_failed' } }],
  });
});

it('a job fails alone at 1, 5 and 15 minutes, and is not counted as run', async () => {
  const { sql } = service();
  const id = await order(service(), {});
  const good = await order(service(), {});
  await sql.delete(jobs).where(eq(jobs.ref, good));
  const { engine } = failing('source_attempt');
  const readDue = async () => {
    const [job] = await sql.select().from(jobs).where(eq(jobs.ref, id));
    return [job?.failures, job?.dueAt, job?.leaseOwner];
  };
  const first = await engine.moveTo(minutes(0));
  expect(first).toMatchObject({ ran: 0, next: minutes(1) });
  expect(await readDue()).toEqual([1, minutes(1), null]);
  await engine.moveToNextJob();
  expect(await readDue()).toEqual([2, minutes(5), null]);
  await engine.moveToNextJob();
  expect(await readDue()).toEqual([3, minutes(15), null]);
  await engine.close(0);
});

it('no job is ended while none succeeds, and drain does not wait for it', async () => {
  const { sql } = service();
  const id = await order(service(), {});
  await sql.delete(jobs).where(eq(jobs.kind, 'session_expiry'));
  const { engine } = failing('source_attempt');
  const move = await engine.drain();
  expect(move).toMatchObject({ now: minutes(15), ran: 0, limitReached: false, next: undefined });
  expect(move.failed).toHaveLength(4);
  await engine.moveTo(minutes(60));
  expect(await sql.select().from(jobs)).toMatchObject([{ ref: id, failures: 7 }]);
  // Another succeeds.
  await sql.insert(jobs).values({ kind: 'magic_dispute', ref: 'gone', dueAt: minutes(61) });
  await engine.moveTo(minutes(90));
  await engine.close(0);
  const [row] = await sql.select().from(documentVerifications);
  expect(row?.status).toBe('FAILED');
});

it('a job whose ending fails as well is parked', async () => {
  const { sql } = service();
  const id = await order(service(), {});
  await sql.execute(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'refused' using errcode = '23514'; end $$`);
  await sql.execute(`create trigger refuse before update on document_verifications
    for each row execute function refuse()`);
  const { move } = await useUpTries('source_attempt');
  await sql.execute('drop function refuse cascade');
  expect(move.failed.at(-1)).toEqual({ kind: 'source_attempt', id, outcome: 'parked' });
  expect(await sql.select().from(parkedJobs)).toMatchObject([{ ref: id, reason: '23514' }]);
});

it('a passing failure is not counted, however often it occurs', async () => {
  const { sql } = service();
  await order(service(), {});
  const gone = Object.assign(new Error('gone'), { name: 'AbortError' });
  const { engine, errors } = failing('source_attempt', gone);
  // The job is retried until the engine stops.
  const moving = engine.moveTo(minutes(0));
  await expect.poll(() => errors.length).toBeGreaterThan(0);
  await Promise.all([engine.close(0), moving]);
  const [job] = await sql.select().from(jobs).where(eq(jobs.kind, 'source_attempt'));
  expect(job).toMatchObject({ failures: 0, leaseOwner: expect.any(String) });
});
