import type { Sql } from '../db/sql.js';
import { LAST_TIME } from '../kernel/calendar/read-time.js';
import { ClockEndError, readClock } from '../kernel/clock.js';
import { limits } from '../limits/limits.js';
import type { FailedJob } from './job-failures.js';
import type { EngineRole } from './role/engine-role.js';
import type { Run } from './run-jobs.js';
import { nextDue, type TakenJob, takeFirst } from './take-jobs.js';

export interface ClockMove {
  readonly now: Date;
  /** The number of jobs that were done. */
  readonly ran: number;
  /** The first of the jobs that have failed. */
  readonly failed: readonly FailedJob[];
  readonly deliveries: { readonly succeeded: number; readonly failed: number };
  /** When the next job is due. */
  readonly next: Date | undefined;
  /** The target time of the move, `undefined` if it was the time of the last job. */
  readonly target: Date | undefined;
  /** The move ended before its target, because it had run too many jobs, or for too long. */
  readonly limitReached: boolean;
  /** The move ended before its target, because it was stopped. */
  readonly stopped: boolean;
}

interface Dependencies {
  readonly sql: Sql;
  readonly role: EngineRole;
  readonly setClock: (mode: 'real' | 'frozen', now: Date) => Promise<void>;
  /** Runs a job and others that can share its command, at most `most` together. */
  readonly run: (held: TakenJob, most: number) => Promise<Run>;
  /** The time from which it starts no further job, by `performance.now()`. */
  readonly end: number;
  readonly isClosed: () => boolean;
  readonly isStopped: () => boolean;
}

const { most: JOB_LIMIT } = limits.jobsOfMove;
const { most: MOST_SHOWN } = limits.failedJobs;

/**
 * Moves the clock from job to job.
 *
 * @param chosen Where the clock ends, `undefined` for the time of the last job.
 * @throws ClockEndError for a time that the clock does not reach.
 */
export async function runMove(
  chosen: Date | undefined,
  { sql, role, setClock, run, end, isClosed, isStopped }: Dependencies,
): Promise<ClockMove> {
  const start = await readClock(sql);
  let now = start.now;
  const target = chosen ?? LAST_TIME;
  // An invalid Date fails too. A real clock may have passed the end by itself.
  if (!(target <= LAST_TIME || target <= now)) throw new ClockEndError();
  const deliveries = { succeeded: 0, failed: 0 };
  const failed: FailedJob[] = [];
  let ran = 0;
  let limitReached = false;
  let shown = start;
  while (!isStopped()) {
    const held = await takeFirst(role, target > now ? target : now, chosen ? 'all' : 'work');
    if (!held) break;
    if (held.job.dueAt > now) now = held.job.dueAt;
    // The clock is stopped during a job, even a real clock.
    if (shown.mode === 'real' || shown.now < now) {
      shown = { mode: 'frozen', now };
      await setClock('frozen', now);
    }
    const done = await run(held, JOB_LIMIT - ran - failed.length);
    for (const result of done.deliveries) deliveries[result] += 1;
    failed.push(...done.failed);
    ran += done.ran;
    limitReached = ran + failed.length >= JOB_LIMIT || performance.now() >= end;
    if (limitReached || isClosed()) break;
  }
  const stopped = isStopped();
  if (chosen && !limitReached && !stopped && target > now) now = target;
  await setClock(start.mode, now);
  return {
    now,
    ran,
    failed: failed.slice(0, MOST_SHOWN),
    deliveries,
    next: await nextDue(sql),
    target: chosen,
    limitReached,
    stopped,
  };
}
