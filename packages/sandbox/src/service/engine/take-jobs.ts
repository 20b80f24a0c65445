import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { jobs } from '../db/schema/index.js';
import { prepareOnce, type Sql } from '../db/sql.js';
import { NOW } from '../kernel/clock.js';
import type { Job, RunCommand } from '../kernel/command.js';
import { limits } from '../limits/limits.js';
import { jobLease } from './lease.js';
import type { EngineRole } from './role/engine-role.js';

const MINUTE = 60_000;

/** Milliseconds of virtual time from each failure of a job to its next try: 1, 5 and 15 minutes after the first. */
export const WAITS_MS = [MINUTE, 4 * MINUTE, 10 * MINUTE];
/** A job that has failed more often has used up its tries. */
export const TRIES = WAITS_MS.length;

/** A job that this process holds. The owner is new each time, so that a former holder cannot end it. */
export interface HeldJob {
  readonly job: Job;
  readonly owner: string;
}

// Renewed while the job runs.
export const leased = { leaseUntil: sql`now() + ${jobLease}` };
export const isFree = or(isNull(jobs.leaseUntil), lt(jobs.leaseUntil, sql`now()`));

// On a frozen clock, nothing is due by itself.
const virtualNow = sql`(select ${sql.raw(NOW)} from clock where not frozen)`;
export const isDue = sql`${jobs.dueAt} <= ${virtualNow}`;

// Retention reschedules itself every day, and a job that has used up its tries every few minutes, so neither is a reason to move the
// clock.
const isWork = and(ne(jobs.kind, 'retention'), lte(jobs.failures, TRIES));
/** Unclaimed jobs that are a reason to move the clock. */
export const isWaiting = and(isFree, isWork);

/** Takes the first job that is due, by time and then by age. @param which `work`: only reasons to move the clock. Default: all. */
export function takeFirst(
  role: EngineRole,
  until: Date,
  which: 'all' | 'work' = 'all',
): Promise<TakenJob | undefined> {
  return takeOne(role, and(lte(jobs.dueAt, until), which === 'work' ? isWork : undefined));
}

export interface TakenJob extends HeldJob {
  /** Whether the next job, at the same time, is of its kind. */
  readonly hasFollowers: boolean;
}

// Drizzle would leave out the table names. Without the limit, the database could read all jobs.
const hasFollowers = sql<boolean>`coalesce((select follower.kind = jobs.kind from ${jobs} follower
  where follower.due_at = jobs.due_at and follower.seq > jobs.seq order by follower.seq limit 1), false)`;

/** Takes the jobs that follow a job at the same time, up to the first that is of another kind or has failed before. */
export function takeFollowers(
  role: EngineRole,
  { job }: HeldJob,
  most: number,
): Promise<HeldJob[]> {
  return role.take(async (tx) => {
    const behind = and(eq(jobs.dueAt, job.dueAt), gt(jobs.seq, job.seq), isFree);
    const next = tx
      .$with('next')
      .as(
        tx
          .select({ seq: jobs.seq, kind: jobs.kind, failures: jobs.failures })
          .from(jobs)
          .where(behind)
          .orderBy(asc(jobs.dueAt), asc(jobs.seq))
          .limit(most),
      );
    const firstOther = tx
      .select({ seq: min(next.seq) })
      .from(next)
      .where(or(ne(next.kind, job.kind), gt(next.failures, 0)));
    const beforeIt = tx
      .select({ seq: next.seq })
      .from(next)
      .where(sql`${next.seq} < coalesce((${firstOther}), ${Number.MAX_SAFE_INTEGER})`);
    const followers = tx
      .with(next)
      .select({ seq: jobs.seq })
      .from(jobs)
      .where(and(inArray(jobs.seq, beforeIt), role.mayRun))
      .for('update', { skipLocked: true });
    return lease(tx, inArray(jobs.seq, followers));
  });
}

/** Leases jobs. @returns them by time and then by age. */
async function lease(tx: Sql, where: SQL | undefined): Promise<TakenJob[]> {
  const taken = await tx
    .update(jobs)
    .set({ ...leased, leaseOwner: sql`gen_random_uuid()` })
    .where(where)
    .returning({ ...getTableColumns(jobs), hasFollowers });
  return taken
    .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.seq - other.seq)
    .flatMap(({ hasFollowers, ...job }) =>
      job.leaseOwner === null ? [] : [{ job, owner: job.leaseOwner, hasFollowers }],
    );
}

/** Takes the first job of an object, due or not, unless it is held. */
export function takeJobByRef(role: EngineRole, ref: string): Promise<HeldJob | undefined> {
  return takeOne(role, eq(jobs.ref, ref));
}

function takeOne(role: EngineRole, where: SQL | undefined): Promise<TakenJob | undefined> {
  return role.take(async (tx) => {
    const first = tx
      .select({ seq: jobs.seq })
      .from(jobs)
      .where(and(where, isFree, role.mayRun))
      .orderBy(asc(jobs.dueAt), asc(jobs.seq))
      .limit(1)
      .for('update', { skipLocked: true });
    return (await lease(tx, eq(jobs.seq, first))).at(0);
  });
}

/** Renews the leases of jobs, unless another process has taken them. */
export async function renewJobs(db: Sql, held: readonly HeldJob[]): Promise<void> {
  if (held.length === 0) return;
  const owners = held.map(({ owner }) => owner);
  // A job that another transaction has locked is about to end, or to be taken. Waiting for it could end in a deadlock.
  const free = db
    .select({ seq: jobs.seq })
    .from(jobs)
    .where(and(isNotNull(jobs.leaseUntil), inArray(jobs.leaseOwner, owners)))
    .for('update', { skipLocked: true });
  await db.update(jobs).set(leased).where(inArray(jobs.seq, free));
}

/** The condition that this process still holds a job of {@link keysOf}. For prepared statements. */
export const isHeldByUs = sql`(${jobs.seq}, ${jobs.leaseOwner}) in (select seq, owner from
  unnest(${sql.placeholder('seqs')}::bigint[], ${sql.placeholder('owners')}::uuid[]) as held(seq, owner))`;
const removeHeld = prepareOnce((tx) =>
  tx.delete(jobs).where(isHeldByUs).returning({ seq: jobs.seq }).prepare('remove_held_jobs'),
);
const releaseHeld = prepareOnce((tx) =>
  tx
    .update(jobs)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(isHeldByUs)
    .returning({ seq: jobs.seq })
    .prepare('release_held_jobs'),
);

/** Removes jobs that are done. @returns the jobs that this process still held. */
export async function removeJobs(tx: Sql, held: readonly HeldJob[]): Promise<ReadonlySet<HeldJob>> {
  const rows = await removeHeld(tx).execute(keysOf(held));
  const numbers = new Set(rows.map(({ seq }) => seq));
  return new Set(held.filter(({ job }) => numbers.has(job.seq)));
}

/** The parameters of {@link isHeldByUs}, which name held jobs in a statement. */
export function keysOf(held: readonly HeldJob[]) {
  return { seqs: held.map(({ job }) => job.seq), owners: held.map(({ owner }) => owner) };
}

/** Lets a job be taken again at once. Resolves with false if this process no longer holds it. */
export async function releaseJob(tx: Sql, held: HeldJob): Promise<boolean> {
  return (await releaseHeld(tx).execute(keysOf([held]))).length > 0;
}

/** Milliseconds until jobs that were put back are taken again. */
export const BUSY_MS = 1000;

/** Puts back due jobs that cannot be done now, for a short time. */
export async function putBackJobs(runCommand: RunCommand, held: readonly HeldJob[]): Promise<void> {
  if (held.length === 0) return;
  await runCommand(({ tx }) => putBack(tx).execute({ ...keysOf(held), ms: BUSY_MS }));
}

const putBack = prepareOnce((tx) =>
  tx
    .update(jobs)
    .set({
      leaseOwner: null,
      leaseUntil: sql`now() + ${sql.placeholder('ms')}::int * interval '1 millisecond'`,
    })
    .where(isHeldByUs)
    .prepare('put_back_jobs'),
);

/** Reads when the next unclaimed job is due that is a reason to move the clock. */
export async function nextDue(db: Sql): Promise<Date | undefined> {
  const [row] = await db
    .select({ dueAt: jobs.dueAt })
    .from(jobs)
    .where(isWaiting)
    .orderBy(asc(jobs.dueAt), asc(jobs.seq))
    .limit(1);
  return row?.dueAt;
}

/** Counts the unclaimed due jobs, up to a cap, and reads how late the oldest is. On a frozen clock, none is due. */
export async function readBacklog(
  db: Sql,
): Promise<{ readonly due: number; readonly lagSeconds: number }> {
  const first = db
    .select({ dueAt: jobs.dueAt })
    .from(jobs)
    .where(and(isDue, isFree))
    .orderBy(asc(jobs.dueAt))
    .limit(limits.countedJobs.most)
    .as('first');
  const [row] = await db
    .select({
      due: count(),
      lagSeconds: sql`coalesce(extract(epoch from ${virtualNow} - min(${first.dueAt})), 0)`.mapWith(
        Number,
      ),
    })
    .from(first);
  return row ?? { due: 0, lagSeconds: 0 };
}

/**
 * Reads how much work is due, which costs less than a take that finds nothing.
 *
 * @returns `waiting`, the number of unclaimed due jobs, at most `most`; and `ms`, the milliseconds until another falls due,
 * `undefined` if none does or the clock is frozen.
 */
export async function readNext(db: Sql, most: number) {
  const [row] = await readNextWork(db).execute({ most });
  return { ms: row?.ms == null ? undefined : Number(row.ms), waiting: row?.waiting ?? 0 };
}

const readNextWork = prepareOnce((db) => {
  const next = db
    .select({ ms: sql`extract(epoch from ${jobs.dueAt} - ${virtualNow}) * 1000` })
    .from(jobs)
    .where(sql`${jobs.dueAt} > ${virtualNow}`)
    .orderBy(asc(jobs.dueAt), asc(jobs.seq))
    .limit(1);
  const waiting = db
    .select({ seq: jobs.seq })
    .from(jobs)
    .where(and(isDue, isFree))
    .orderBy(asc(jobs.dueAt), asc(jobs.seq))
    .limit(sql.placeholder('most'))
    .as('waiting');
  return db
    .select({ ms: sql<string | null>`${next}`, waiting: count() })
    .from(waiting)
    .prepare('read_next_work');
});
