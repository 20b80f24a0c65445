import type { Sql } from '../db/sql.js';
import type { Command, Job, JobKind, RunCommand } from '../kernel/command.js';
import { keepTrying } from './keep-trying.js';
import { type HeldJob, releaseJob, removeJobs } from './take-jobs.js';

/** The transactions of a job, which only its holder gets through. */
interface JobSteps {
  readonly held: HeldJob;
  /** Runs a step again while the database is away. The step must be one that only the holder gets through. */
  keepTrying<Result>(step: () => Promise<Result>): Promise<Result>;
  /** The last step, and the removal of the job. Undefined: another process holds the job now, and nothing was written. */
  end<Result>(body: (command: Command) => Promise<Result>): Promise<Result | undefined>;
  /** A step after which the job may be taken again at once. */
  release(body: (command: Command) => Promise<void>): Promise<void>;
  /** Aborted when the service stops or is reset. */
  readonly signal: AbortSignal;
}

/** Does a job. Resolves with how its delivery ended, if it is one. */
export type JobHandler = (job: Job, steps: JobSteps) => Promise<'succeeded' | 'failed' | undefined>;

export type JobHandlers = Readonly<Record<JobKind, JobHandler | SharedJob>>;

/** A job that is one command. */
export type CommandJob = JobHandler & {
  /** Does the job in a command that is under way. */
  readonly body: (command: Command, job: Job) => Promise<void>;
};

/** A job that shares a command with others of its kind that are due. */
export type SharedJob = CommandJob & {
  /** Does jobs, in their order, as if each were done alone. */
  readonly bodyOfAll: (command: Command, jobs: readonly Job[]) => Promise<void>;
};

export function isShared(handler: JobHandler | SharedJob): handler is SharedJob {
  return 'bodyOfAll' in handler;
}

export function commandJob(body: CommandJob['body']): CommandJob {
  const handle: JobHandler = async (job, { end }) => {
    await end((command) => body(command, job));
    return undefined;
  };
  return Object.assign(handle, { body });
}

interface Lockable<Row> {
  readonly lockThose: (tx: Sql, ids: readonly string[]) => Promise<Row[]>;
}

/** A job of an object, whose row is locked. One whose object is gone does nothing. */
export function objectJob<Row>(
  { lockThose }: Lockable<Row>,
  body: (command: Command, row: Row, job: Job) => Promise<unknown>,
): CommandJob {
  return commandJob(async (command, job) => {
    for (const row of await lockThose(command.tx, [job.ref])) await body(command, row, job);
  });
}

/** Like `objectJob`, for jobs that many objects have at a time: those of as many as are due are one command. */
export function objectsJob<Row extends { readonly id: string }>(
  { lockThose }: Lockable<Row>,
  body: (command: Command, rows: readonly Row[]) => Promise<unknown>,
): SharedJob {
  const bodyOfAll: SharedJob['bodyOfAll'] = async (command, jobs) => {
    const ids = [...new Set(jobs.map(({ ref }) => ref))];
    const rows = new Map((await lockThose(command.tx, ids)).map((row) => [row.id, row]));
    await body(
      command,
      ids.flatMap((id) => rows.get(id) ?? []),
    );
  };
  return Object.assign(
    commandJob((command, job) => bodyOfAll(command, [job])),
    { bodyOfAll },
  );
}

export function runJob(
  held: HeldJob,
  handlers: JobHandlers,
  runCommand: RunCommand,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): ReturnType<JobHandler> {
  const steps: JobSteps = {
    held,
    signal,
    keepTrying: (step) => keepTrying(step, signal, onError),
    end: (body) =>
      steps.keepTrying(() =>
        runCommand(async (command) => {
          const removed = await removeJobs(command.tx, [held]);
          return removed.has(held) ? body(command) : undefined;
        }),
      ),
    release: (body) =>
      steps.keepTrying(() =>
        runCommand(async (command) => {
          if (await releaseJob(command.tx, held)) await body(command);
        }),
      ),
  };
  return handlers[held.job.kind](held.job, steps);
}
