import { randomUUID } from 'node:crypto';
import {
  and,
  asc,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { jobs } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import { NOW } from '../kernel/clock.js';
import type { Job } from '../kernel/schedule.js';
import { limits } from '../limits/limits.js';
import { jobLease } from './lease.js';
import type { EngineRole } from './role/engine-role.js';

/** A job that this process holds. The owner is new each time, so that a former holder cannot end it. */
export interface HeldJob {
  readonly job: Job;
  readonly owner: string;
}

/** The numbers of jobs that are taken at once. */
interface TakeLimits {
  readonly jobs: number;
  /** The jobs in flight to one endpoint, in all processes. */
  readonly ofEndpoint: number;
}

// It is renewed while the job runs.
const leased = { leaseUntil: sql`now() + ${jobLease}` };
const isFree = or(isNull(jobs.leaseUntil), lt(jobs.leaseUntil, sql`now()`));

// On a frozen clock, nothing is due by itself.
const virtualNow = sql`(select ${sql.raw(NOW)} from clock where not frozen)`;
const isDue = sql`${jobs.dueAt} <= ${virtualNow}`;

// It comes back every day for good, so it is no reason to move the clock.
const isWork = ne(jobs.kind, 'retention');

/** Takes the first job that is due, by time and then by age. @param which `work`: all but the deletion of history. Default: all. */
export function takeFirst(
  role: EngineRole,
  until: Date,
  which: 'all' | 'work' = 'all',
): Promise<HeldJob | undefined> {
  return takeOne(role, and(lte(jobs.dueAt, until), which === 'work' ? isWork : undefined));
}

/** Takes the first job of an object, due or not, unless it is held. */
export function takeJobByRef(role: EngineRole, ref: string): Promise<HeldJob | undefined> {
  return takeOne(role, eq(jobs.ref, ref));
}

function takeOne(role: EngineRole, where: SQL | undefined): Promise<HeldJob | undefined> {
  return role.take(async (tx) => {
    const first = tx
      .select({ seq: jobs.seq })
      .from(jobs)
      .where(and(where, isFree, role.mayRun))
      .orderBy(asc(jobs.dueAt), asc(jobs.seq))
      .limit(1)
      .for('update', { skipLocked: true });
    const owner = randomUUID();
    const [job] = await tx
      .update(jobs)
      .set({ ...leased, leaseOwner: owner })
      .where(eq(jobs.seq, first))
      .returning();
    return job && { job, owner };
  });
}

/**
 * Takes jobs that are due, those of each endpoint in their order. It goes from endpoint to endpoint by index, so thousands of
 * jobs of one that is at its limit cost nothing.
 */
export function takeDue(role: EngineRole, most: TakeLimits): Promise<HeldJob[]> {
  return role.take(async (tx) => {
    const due = sql`(with recursive endpoint(id) as (
        (select ${jobs.endpointId} from ${jobs} order by ${jobs.endpointId} limit 1)
        union all
        select (select next.endpoint_id from ${jobs} next where next.endpoint_id > endpoint.id
          order by next.endpoint_id limit 1)
        from endpoint where endpoint.id is not null
      )
      select first.seq from endpoint cross join lateral (
        select ${jobs.seq}, ${jobs.dueAt} from ${jobs}
        where ${and(sql`${jobs.endpointId} = endpoint.id`, isDue, isFree)}
        order by ${jobs.dueAt}, ${jobs.seq}
        limit greatest(0, ${most.ofEndpoint} - (select count(*) from ${jobs} held
          where held.endpoint_id = endpoint.id and held.lease_until >= now()))
        for update skip locked
      ) first
      union all
      select other.seq from (select ${jobs.seq} from ${jobs}
        where ${and(isNull(jobs.endpointId), isDue, isFree)}
        order by ${jobs.dueAt}, ${jobs.seq} limit ${most.jobs} for update skip locked) other
      limit ${most.jobs})`;
    const taken = await tx
      .update(jobs)
      .set({ ...leased, leaseOwner: sql`gen_random_uuid()` })
      .where(and(sql`${jobs.seq} in ${due}`, role.mayRun))
      .returning();
    return taken
      .sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.seq - other.seq)
      .flatMap((job) => (job.leaseOwner === null ? [] : [{ job, owner: job.leaseOwner }]));
  });
}

/** Holds jobs for longer, unless another process has taken them. */
export async function renewJobs(db: Sql, held: readonly HeldJob[]): Promise<void> {
  if (held.length === 0) return;
  const owners = held.map(({ owner }) => owner);
  // What another transaction has locked is about to end, or to be taken. To wait for it could end in a deadlock.
  const free = db
    .select({ seq: jobs.seq })
    .from(jobs)
    .where(and(isNotNull(jobs.leaseUntil), inArray(jobs.leaseOwner, owners)))
    .for('update', { skipLocked: true });
  await db.update(jobs).set(leased).where(inArray(jobs.seq, free));
}

/** Finds the jobs that this process still holds. Another command may have removed one, or another process have taken it. */
export async function stillHeld(tx: Sql, held: readonly HeldJob[]): Promise<ReadonlySet<HeldJob>> {
  return among(held, await tx.select({ seq: jobs.seq }).from(jobs).where(matchesAny(held)));
}

/** Removes jobs that are done. @returns the jobs that this process still held. */
export async function removeJobs(tx: Sql, held: readonly HeldJob[]): Promise<ReadonlySet<HeldJob>> {
  return among(held, await tx.delete(jobs).where(matchesAny(held)).returning({ seq: jobs.seq }));
}

function among(held: readonly HeldJob[], rows: readonly Pick<Job, 'seq'>[]): ReadonlySet<HeldJob> {
  const numbers = new Set(rows.map(({ seq }) => seq));
  return new Set(held.filter(({ job }) => numbers.has(job.seq)));
}

/** Lets a job be taken again at once. False: this process no longer holds it. */
export async function releaseJob(tx: Sql, held: HeldJob): Promise<boolean> {
  const released = await tx
    .update(jobs)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(matchesAny([held]))
    .returning({ seq: jobs.seq });
  return released.length > 0;
}

/** Reads when the next job is due that nobody holds, but for the deletion of history. */
export async function nextDue(db: Sql): Promise<Date | undefined> {
  const [row] = await db
    .select({ dueAt: jobs.dueAt })
    .from(jobs)
    .where(and(isNull(jobs.leaseUntil), isWork))
    .orderBy(asc(jobs.dueAt), asc(jobs.seq))
    .limit(1);
  return row?.dueAt;
}

/** Reads how many jobs are due that nobody holds, at most a bound, and for how long the first of them is. On a frozen clock, none is. */
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

/** Reads the milliseconds until another job falls due. Undefined: none does, or the clock is frozen. */
export async function timeToNext(db: Sql): Promise<number | undefined> {
  const [row] = await db
    .select({
      ms: sql<string>`extract(epoch from ${jobs.dueAt} - ${virtualNow}) * 1000`.mapWith(Number),
    })
    .from(jobs)
    .where(sql`${jobs.dueAt} > ${virtualNow}`)
    .orderBy(asc(jobs.dueAt), asc(jobs.seq))
    .limit(1);
  return row?.ms;
}

function matchesAny(held: readonly HeldJob[]): SQL | undefined {
  return or(
    ...held.map(({ job, owner }) => and(eq(jobs.seq, job.seq), eq(jobs.leaseOwner, owner))),
  );
}
