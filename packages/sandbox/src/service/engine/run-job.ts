import type { Sql } from '../db/sql.js';
import type { Command, RunCommand } from '../kernel/command.js';
import type { Job, JobKind } from '../kernel/schedule.js';
import { type HeldJob, releaseJob, removeJobs } from './take-jobs.js';

/** The transactions of a job, which only its holder gets through. */
interface JobSteps {
  readonly held: HeldJob;
  /** The last step, and the removal of the job. Undefined: another process holds the job now, and nothing was written. */
  end<Result>(body: (command: Command) => Promise<Result>): Promise<Result | undefined>;
  /** A step after which the job may be taken again at once. */
  release(body: (command: Command) => Promise<void>): Promise<void>;
  /** Aborted when the service stops or is reset. */
  readonly signal: AbortSignal;
}

/** Does a job. Resolves with how its delivery ended, if it is one. */
export type JobHandler = (job: Job, steps: JobSteps) => Promise<'succeeded' | 'failed' | undefined>;

export type JobHandlers = Readonly<Record<JobKind, JobHandler>>;

/** A job that is one command. */
export type CommandJob = JobHandler & {
  /** Does the job in a command that is under way. */
  readonly body: (command: Command, job: Job) => Promise<void>;
};

export function commandJob(body: CommandJob['body']): CommandJob {
  const handle: JobHandler = async (job, { end }) => {
    await end((command) => body(command, job));
    return undefined;
  };
  return Object.assign(handle, { body });
}

/** A job of an object, whose row is locked. One whose object is gone does nothing. */
export function objectJob<Row>(
  { lockIfThere }: { readonly lockIfThere: (tx: Sql, id: string) => Promise<Row | undefined> },
  body: (command: Command, row: Row, job: Job) => Promise<unknown>,
): CommandJob {
  return commandJob(async (command, job) => {
    const row = await lockIfThere(command.tx, job.ref);
    if (row !== undefined) await body(command, row, job);
  });
}

export function runJob(
  held: HeldJob,
  handlers: JobHandlers,
  runCommand: RunCommand,
  signal: AbortSignal,
): ReturnType<JobHandler> {
  return handlers[held.job.kind](held.job, {
    held,
    signal,
    end: (body) =>
      runCommand(async (command) => {
        const removed = await removeJobs(command.tx, [held]);
        return removed.has(held) ? body(command) : undefined;
      }),
    release: (body) =>
      runCommand(async (command) => {
        if (await releaseJob(command.tx, held)) await body(command);
      }),
  });
}
