import type { Sql } from '../db/sql.js';
import type { FailedMember } from '../kernel/all-or-each.js';
import type { Command, Job, JobKind } from '../kernel/command.js';
import { countWithin } from '../kernel/lists.js';
import type { HeldJob } from './take-jobs.js';

/** The transactions of a job, which only its holder can complete. */
export interface JobSteps {
  readonly held: HeldJob;
  /** Retries a step while the database is away. The step must be one that only the holder can complete. */
  keepTrying<Result>(step: () => Promise<Result>): Promise<Result>;
  /** Runs the last step and removes the job. `lost` if another process holds the job now, and nothing was written. */
  end<Result>(body: (command: Command) => Promise<Result>): Promise<Result | 'lost'>;
  /** Runs a step after which the job may be taken again at once. */
  release(body: (command: Command) => Promise<void>): Promise<void>;
  /** Aborted when the service stops or is reset. */
  readonly signal: AbortSignal;
}

/**
 * How a job has ended. `succeeded` and `failed` are the results of a delivery's attempt. `lost`: another process holds the job now, and
 * nothing was written. `released`: the job stays, and may be taken again.
 */
export type JobEnding = 'done' | 'succeeded' | 'failed' | 'lost' | 'released';

export type JobHandler = (job: Job, steps: JobSteps) => Promise<JobEnding>;

export type JobHandlers = Readonly<Record<JobKind, JobHandler | SharedJob>>;

/** A job that is one command. */
export type CommandJob = JobHandler & {
  /** Does the job in a command that is under way. */
  readonly body: (command: Command, job: Job) => Promise<unknown>;
};

/** A job that shares a command with others of its kind that are due. */
export type SharedJob = CommandJob & {
  /** Locks the objects of the jobs, except those that another process holds. @returns the jobs that the command leaves out. */
  readonly lock: (tx: Sql, jobs: readonly Job[]) => Promise<LeftJobs>;
  /** Does jobs, in their order, as if each were done alone. */
  readonly bodyOfAll: (command: Command, jobs: readonly Job[]) => Promise<void>;
};

/** The jobs that a shared command leaves out. */
interface LeftJobs {
  /** The jobs whose object another process holds. */
  readonly busy: ReadonlySet<Job>;
  /** The jobs that do not fit into the command. */
  readonly rest: ReadonlySet<Job>;
}

export function isShared(handler: JobHandler | SharedJob): handler is SharedJob {
  return 'bodyOfAll' in handler;
}

/** A part of a job could not be done. The done part is kept, and the job runs again with the rest. */
export class UnfinishedJob {
  readonly cause: unknown;
  readonly payload: Job['payload'];

  /** @param cause Why the first of the remaining members has failed. */
  constructor(cause: unknown, payload: Job['payload']) {
    this.cause = cause;
    this.payload = payload;
  }
}

/** A job is done, except for members that have failed. They stay as they were. */
export class SkippedMembers {
  readonly cause: unknown;
  readonly count: number;

  constructor(cause: unknown, count: number) {
    this.cause = cause;
    this.count = count;
  }
}

/** Makes the result of a job, some of whose members may have failed. `undefined` if none has. */
export function skippedMembers(
  failed: readonly FailedMember<unknown>[],
): SkippedMembers | undefined {
  const [first] = failed;
  return first && new SkippedMembers(first.error, failed.length);
}

/** The ending of a job whose last step has returned this. */
export function endingOf(result: unknown): 'done' | 'lost' {
  return result === 'lost' ? 'lost' : 'done';
}

export function commandJob(body: CommandJob['body']): CommandJob {
  const handle: JobHandler = async (job, { end }) =>
    endingOf(await end((command) => body(command, job)));
  return Object.assign(handle, { body });
}

interface Lockable<Row> {
  readonly lockByIds: (tx: Sql, ids: readonly string[]) => Promise<Row[]>;
}

/** Makes a job of an object, whose row is locked. If the object is gone, the job does nothing. */
export function objectJob<Row>(
  { lockByIds }: Lockable<Row>,
  body: (command: Command, row: Row, job: Job) => Promise<unknown>,
): CommandJob {
  return commandJob(async (command, job) => {
    const [row] = await lockByIds(command.tx, [job.ref]);
    return row && body(command, row, job);
  });
}

interface SharedLockable<Row> extends Lockable<Row> {
  /** Locks the objects that no other process holds. @returns the bytes of each, `undefined` if another holds it. */
  readonly lockFree: (
    tx: Sql,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, number | undefined>>;
}

/** The most bytes of the objects that one command changes. Their events carry them again, some twice. */
export const MOST_BYTES = 256 * 1024;

/** Like `objectJob`, for jobs that many objects have at a time. Due jobs of the kind share one command. */
export function objectsJob<Row extends { readonly id: string }>(
  { lockByIds, lockFree }: SharedLockable<Row>,
  body: (command: Command, rows: readonly Row[]) => Promise<unknown>,
): SharedJob {
  const refsOf = (jobs: readonly Job[]) => [...new Set(jobs.map(({ ref }) => ref))];
  const bodyOfAll: SharedJob['bodyOfAll'] = async (command, jobs) => {
    const ids = refsOf(jobs);
    const rows = new Map((await lockByIds(command.tx, ids)).map((row) => [row.id, row]));
    await body(
      command,
      ids.flatMap((id) => rows.get(id) ?? []),
    );
  };
  const lock: SharedJob['lock'] = async (tx, jobs) => {
    const sizes = await lockFree(tx, refsOf(jobs));
    const count = countWithin(jobs, MOST_BYTES, ({ ref }) => sizes.get(ref) ?? 0);
    const isBusy = ({ ref }: Job) => sizes.has(ref) && sizes.get(ref) === undefined;
    return { busy: new Set(jobs.slice(0, count).filter(isBusy)), rest: new Set(jobs.slice(count)) };
  };
  return Object.assign(
    commandJob((command, job) => bodyOfAll(command, [job])),
    { bodyOfAll, lock },
  );
}
