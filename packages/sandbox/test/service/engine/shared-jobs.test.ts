import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { retentionEndings } from '../../../src/service/capabilities/retention/index.js';
import { webhookEndings, webhookJobs } from '../../../src/service/capabilities/webhooks/jobs.js';
import { documentVerifications, events, jobs } from '../../../src/service/db/schema/index.js';
import { transactOn } from '../../../src/service/db/sql.js';
import { JobFailures } from '../../../src/service/engine/job-failures.js';
import { commandJob, type SharedJob } from '../../../src/service/engine/job-handlers.js';
import { onlyEngine } from '../../../src/service/engine/role/choose-role.js';
import { runTogether, splitShared } from '../../../src/service/engine/run-jobs.js';
import { takeFirst, takeFollowers } from '../../../src/service/engine/take-jobs.js';
import { commandRunner, type JobKind } from '../../../src/service/kernel/command.js';
import { randomIdentity } from '../../../src/service/kernel/identity.js';
import { capabilityEndings, capabilityJobs } from '../../../src/service/operations.js';
import { order } from '../../support/orders.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();
const now = new Date('2026-01-01T00:00:00Z');
const never = new AbortController().signal;
const later = new Date('2026-01-01T00:00:01Z');

/** Schedules jobs, with their names as their objects. */
async function plan(...planned: readonly (readonly [JobKind, string, Date])[]): Promise<void> {
  await service()
    .sql.insert(jobs)
    .values(planned.map(([kind, ref, dueAt]) => ({ kind, ref, dueAt })));
}

async function takeFirstWithFollowers(most: number) {
  const role = onlyEngine(service().sql);
  const first = await takeFirst(role, later);
  return first ? [first, ...(await takeFollowers(role, first, most))] : [];
}

it('a job shares its command with those of its kind and time that come before any other', async () => {
  await plan(
    ['source_attempt', 'later', later],
    ['source_attempt', 'a', now],
    ['source_attempt', 'b', now],
    ['check_result', 'other', now],
    ['source_attempt', 'c', now],
  );
  const refs = async (most: number) =>
    (await takeFirstWithFollowers(most)).map(({ job }) => job.ref);
  expect(await refs(10)).toEqual(['a', 'b']);
  expect(await refs(10)).toEqual(['other']);
  expect(await refs(10)).toEqual(['c']);
  expect(await refs(10)).toEqual(['later']);
});

it('no more jobs share a command than may', async () => {
  await plan(...['a', 'b', 'c', 'd'].map((ref) => ['source_attempt', ref, now] as const));
  expect(await takeFirstWithFollowers(2)).toHaveLength(3);
});

it('jobs that cannot share a command run apart', async () => {
  await plan(['source_attempt', 'a', now], ['source_attempt', 'b', now]);
  const held = await takeFirstWithFollowers(10);
  const { handlers } = runnerOf([], shared([]));
  expect(splitShared(held, handlers)).toEqual([held]);
  const alone = { ...handlers, source_attempt: commandJob(async () => {}) };
  expect(splitShared(held, alone)).toEqual(held.map((one) => [one]));
});

it('a failing job does not stop others that share its command, and is retried', async () => {
  await plan(...['a', 'bad', 'c'].map((ref) => ['source_attempt', ref, now] as const));
  const ran: string[][] = [];
  const errors: unknown[] = [];
  const runner = runnerOf(errors, shared(ran));
  const run = await runTogether(await takeFirstWithFollowers(10), runner, never, 'in order');
  expect(ran).toEqual([['a'], ['c']]);
  expect(run).toEqual({
    ran: 2,
    putBack: 0,
    deliveries: [],
    failed: [{ kind: 'source_attempt', id: 'bad', outcome: 'waiting' }],
  });
  expect(errors).toMatchObject([{ name: 'JobError', cause: new Error('bad') }]);
  const left = await service().sql.select().from(jobs);
  expect(left).toMatchObject([{ ref: 'bad', failures: 1, leaseOwner: null }]);
});

it('a job that another process has taken is left out', async () => {
  await plan(['source_attempt', 'a', now], ['source_attempt', 'b', now]);
  const held = await takeFirstWithFollowers(10);
  await service().sql.update(jobs).set({ leaseOwner: randomUUID() }).where(eq(jobs.ref, 'b'));
  const ran: string[][] = [];
  await runTogether(held, runnerOf([], shared(ran)), never, 'in order');
  expect(ran).toEqual([['a']]);
});

it('a job whose object another process holds is put back, and the others are done', async () => {
  await plan(...['a', 'busy', 'c'].map((ref) => ['source_attempt', ref, now] as const));
  const ran: string[][] = [];
  const runner = runnerOf([], shared(ran));
  const held = await takeFirstWithFollowers(10);
  expect(await runTogether(held, runner, never, 'side by side')).toMatchObject({ ran: 2 });
  expect(ran).toEqual([['a', 'c']]);
  const [left] = await service().sql.select().from(jobs);
  expect(left).toMatchObject({ ref: 'busy', failures: 0, leaseOwner: null });
  expect(left?.leaseUntil?.getTime()).toBeLessThan(Date.now() + 2000);
});

it('jobs that are too much for one command are done in the next', async () => {
  await plan(...['a', 'large', 'c'].map((ref) => ['source_attempt', ref, now] as const));
  const ran: string[][] = [];
  const held = await takeFirstWithFollowers(10);
  const run = await runTogether(held, runnerOf([], shared(ran)), never, 'in order');
  expect([run.ran, ran]).toEqual([3, [['a'], ['large', 'c']]]);
});

it('one command carries 256 KiB of verifications, or one', async () => {
  const note = 'x'.repeat(60_000);
  for (let count = 0; count < 6; count += 1) {
    await order(service(), { formData: { licenseNumber: 'RN1234', note } });
  }
  const { sql } = service();
  const due = await sql.select().from(jobs).where(eq(jobs.kind, 'source_attempt'));
  const { lock } = capabilityJobs.source_attempt;
  const left = await lock(sql, [...due, { ...due[0], ref: 'gone' }] as typeof due);
  expect([left.busy.size, left.rest.size]).toEqual([0, 3]);
  await sql.update(documentVerifications).set({ formData: {}, fileIds: ['file_1'] });
  expect((await lock(sql, due)).rest.size).toBe(3);
  const [one] = due;
  await sql.update(documentVerifications).set({ metadata: { note: 'x'.repeat(300_000) } });
  expect(one && (await lock(sql, [one])).rest.size).toBe(0);
});

it('a job that has failed is done alone', async () => {
  await plan(...['a', 'b', 'c'].map((ref) => ['source_attempt', ref, now] as const));
  await service().sql.update(jobs).set({ failures: 1 }).where(eq(jobs.ref, 'b'));
  const held = await takeFirstWithFollowers(10);
  expect(held.map(({ job }) => job.ref)).toEqual(['a']);
  const others = await takeFirstWithFollowers(10);
  const { handlers } = runnerOf([], shared([]));
  const split = splitShared([...others, ...held], handlers);
  expect(split.map((each) => each.map(({ job }) => job.ref))).toEqual([['b'], ['c', 'a']]);
});

it('verifications that are due together end each in its own way, in their order', async () => {
  const outcomes = {
    OK: ['VERIFIED', 1],
    NOTFOUND: ['FAILED', 1],
    RETRY: ['PROCESSING', 1],
    NOSOURCE: ['RECORDED', 0],
    SLOW: ['PROCESSING', 1],
    HOLD: ['PROCESSING', 1],
    DISCIPLINE: ['VERIFIED', 1],
  } as const;
  const ids: string[] = [];
  for (const name of Object.keys(outcomes)) {
    ids.push(await order(service(), { licenseNumber: `SBX-${name}-1` }));
  }
  const { sql, control } = service();
  expect((await control('/clock', { settle: true })).body['ran']).toBe(ids.length);
  const { id, status, attemptCount, seq } = documentVerifications;
  const rows = await sql
    .select({ id, status, attemptCount })
    .from(documentVerifications)
    .orderBy(asc(seq));
  expect(rows).toEqual(
    Object.values(outcomes).map(([ended, attempts], index) => {
      return { id: ids[index], status: ended, attemptCount: attempts };
    }),
  );
  const told = await sql.select().from(events).orderBy(asc(events.seq));
  const ended = ids.filter((_, index) => index !== 2 && index !== 4 && index !== 5);
  expect(told.map(({ subjectId }) => subjectId)).toEqual(ended);
  expect(told.map(({ type }) => type.split('.')[1])).toEqual([
    'completed',
    'failed',
    'recorded',
    'completed',
  ]);
  expect((await sql.select().from(jobs).orderBy(asc(jobs.dueAt))).map(({ kind }) => kind)).toEqual([
    'source_attempt',
    'source_answer',
    ...ids.map(() => 'session_expiry'),
  ]);
});

/** A handler that fails for `bad`, finds `busy` locked, and leaves `large` for another batch unless it is first. */
function shared(ran: string[][]): SharedJob {
  const bodyOfAll: SharedJob['bodyOfAll'] = async (_command, all) => {
    const refs = all.map(({ ref }) => ref);
    if (refs.includes('bad')) throw new Error('bad');
    ran.push(refs);
  };
  const lock: SharedJob['lock'] = async (_tx, all) => {
    const large = all.findIndex(({ ref }, index) => ref === 'large' && index > 0);
    return {
      busy: new Set(all.filter(({ ref }) => ref === 'busy')),
      rest: new Set(large === -1 ? [] : all.slice(large)),
    };
  };
  return Object.assign(
    commandJob((command, job) => bodyOfAll(command, [job])),
    { bodyOfAll, lock },
  );
}

function runnerOf(errors: unknown[], handler: SharedJob) {
  const urls = { origin: '', file: () => '', hosted: () => '' };
  const runCommand = commandRunner(transactOn(service().sql), randomIdentity(), urls);
  const settings = { signatureClock: 'wall', strictHeaders: false } as const;
  const send = () => Promise.reject(new Error('Nothing is sent.'));
  const onError = (error: unknown) => errors.push(error);
  const endings = { ...capabilityEndings, ...webhookEndings, ...retentionEndings };
  return {
    runCommand,
    onError,
    failures: new JobFailures({ runCommand, endings, onError, onLost: () => {} }),
    handlers: {
      ...capabilityJobs,
      ...webhookJobs(send, settings, runCommand, () => {}),
      retention: async () => 'done' as const,
      source_attempt: handler,
    },
  };
}
