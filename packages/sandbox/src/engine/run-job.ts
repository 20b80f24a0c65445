import type { Sql } from '../store/sql.js';
import type { Command, RunCommand } from './command.js';
import type { Job, JobKind } from './jobs.js';
import { type HeldJob, isHeld, releaseJob, removeJob } from './take-jobs.js';

/** The transactions of a job, which only its holder gets through. */
export interface JobSteps {
  /** A step before the end. It asks {@link isHeld} when it has locked what it changes. */
  readonly step: RunCommand;
  /** Whether this process still holds the job. */
  isHeld(tx: Sql): Promise<boolean>;
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
export function commandJob(body: (command: Command, job: Job) => Promise<void>): JobHandler {
  return async (job, { end }) => {
    await end((command) => body(command, job));
    return undefined;
  };
}

export function runJob(
  held: HeldJob,
  handlers: JobHandlers,
  runCommand: RunCommand,
  signal: AbortSignal,
): ReturnType<JobHandler> {
  return handlers[held.job.kind](held.job, {
    step: runCommand,
    isHeld: (tx) => isHeld(tx, held),
    signal,
    end: (body) =>
      runCommand(async (command) =>
        (await removeJob(command.tx, held)) ? body(command) : undefined,
      ),
    release: (body) =>
      runCommand(async (command) => {
        if (await releaseJob(command.tx, held)) await body(command);
      }),
  });
}
