import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { webhookJobs } from '../../../src/service/capabilities/webhooks/jobs.js';
import { documentVerifications, events, jobs } from '../../../src/service/db/schema/index.js';
import { transactOn } from '../../../src/service/db/sql.js';
import { onlyEngine } from '../../../src/service/engine/role/choose-role.js';
import { commandJob, type SharedJob } from '../../../src/service/engine/run-job.js';
import { runTogether, splitShared } from '../../../src/service/engine/run-together.js';
import { takeFirst, takeFollowers } from '../../../src/service/engine/take-jobs.js';
import { commandRunner, type JobKind } from '../../../src/service/kernel/command.js';
import { randomIdentity } from '../../../src/service/kernel/identity.js';
import { capabilityJobs } from '../../../src/service/operations.js';
import { order } from '../../support/orders.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();
const now = new Date('2026-01-01T00:00:00Z');
const later = new Date('2026-01-01T00:00:01Z');

/** Schedules jobs, whose names become what they are for. */
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

it('a job that fails stops none of those that share its command, and stays held', async () => {
  await plan(...['a', 'bad', 'c'].map((ref) => ['source_attempt', ref, now] as const));
  const ran: string[][] = [];
  const errors: unknown[] = [];
  const runner = runnerOf(errors, shared(ran));
  await runTogether(await takeFirstWithFollowers(10), runner, new AbortController().signal);
  expect(ran).toEqual([['a'], ['c']]);
  expect(errors).toEqual([new Error('bad')]);
  const left = await service().sql.select().from(jobs);
  expect(left).toMatchObject([{ ref: 'bad', leaseOwner: expect.any(String) }]);
});

it('what another process has taken is left out', async () => {
  await plan(['source_attempt', 'a', now], ['source_attempt', 'b', now]);
  const held = await takeFirstWithFollowers(10);
  await service().sql.update(jobs).set({ leaseOwner: randomUUID() }).where(eq(jobs.ref, 'b'));
  const ran: string[][] = [];
  await runTogether(held, runnerOf([], shared(ran)), new AbortController().signal);
  expect(ran).toEqual([['a']]);
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

/** A handler that does not do its job where that is `bad`. */
function shared(ran: string[][]): SharedJob {
  const bodyOfAll: SharedJob['bodyOfAll'] = async (_command, all) => {
    const refs = all.map(({ ref }) => ref);
    if (refs.includes('bad')) throw new Error('bad');
    ran.push(refs);
  };
  return Object.assign(
    commandJob((command, job) => bodyOfAll(command, [job])),
    { bodyOfAll },
  );
}

function runnerOf(errors: unknown[], handler: SharedJob) {
  const urls = { origin: '', file: () => '', hosted: () => '' };
  const runCommand = commandRunner(transactOn(service().sql), randomIdentity(), urls);
  const settings = { signatureClock: 'wall', strictHeaders: false } as const;
  const send = () => Promise.reject(new Error('Nothing is sent.'));
  return {
    runCommand,
    onError: (error: unknown) => errors.push(error),
    handlers: {
      ...capabilityJobs,
      ...webhookJobs(send, settings, runCommand, () => {}),
      retention: async () => undefined,
      source_attempt: handler,
    },
  };
}
