import { errorCode, failureKind } from '../db/errors.js';
import { jobs } from '../db/schema/index.js';
import type { Command, Job, JobKind, RunCommand } from '../kernel/command.js';
import { keepTrying } from './keep-trying.js';
import { parkJob } from './parked-jobs.js';
import { type HeldJob, removeJobs, TRIES, WAITS_MS } from './take-jobs.js';

/**
 * The ending of a job that cannot succeed: a command that ends its object, or `park` if the object has no state for that. A parked
 * job waits until a person releases it.
 */
type JobEnding = ((command: Command, job: Job) => Promise<unknown>) | 'park';

export type JobEndings = Readonly<Record<JobKind, JobEnding>>;

/** A job that has failed. `waiting`: it will be tried again. `ended`: its object says that it has failed. */
export interface FailedJob {
  readonly kind: JobKind;
  /** The id of its object. */
  readonly id: string;
  readonly outcome: 'waiting' | 'ended' | 'parked';
}

/**
 * Called when a job has ended without success, or is parked.
 *
 * @param reason An SQLSTATE, or the name of an error.
 * @param left How many of its members stay as they were. `undefined` if the job has no members, or did none of them.
 */
export type OnLost = (job: LostJob, reason: string, left?: number) => void;

type LostJob = FailedJob & { readonly outcome: 'ended' | 'parked' };

/** A job has failed, and will be tried again. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly job: { readonly kind: JobKind; readonly id: string };

  constructor({ kind, ref }: Pick<Job, 'kind' | 'ref'>, cause: unknown) {
    super(`The job ${kind} of ${ref} has failed, and will be tried again.`, { cause });
    this.job = { kind, id: ref };
  }
}

const QUARTER = 15 * 60_000;
// Wall time. If no job succeeds, the cause lies outside the jobs, and none is ended for it.
const OTHERS_WITHIN_MS = QUARTER;

interface Dependencies {
  readonly runCommand: RunCommand;
  readonly endings: JobEndings;
  readonly onError: (error: unknown) => void;
  readonly onLost: OnLost;
}

/** Decides whether failed jobs are tried again, ended or parked. */
export class JobFailures {
  readonly #deps: Dependencies;
  #succeededAt = Number.NEGATIVE_INFINITY;

  constructor(dependencies: Dependencies) {
    this.#deps = dependencies;
  }

  /** Notes that a job has succeeded in this process. */
  noteSuccess(): void {
    this.#succeededAt = performance.now();
  }

  /** Handles a failed job. Never rejects: if nothing can be recorded, the job stays held, and is taken again when its lease ends. */
  async take(held: HeldJob, error: unknown, signal: AbortSignal): Promise<FailedJob> {
    const { onError, runCommand } = this.#deps;
    const { job } = held;
    const inCommand = (body: (command: Command) => Promise<FailedJob>) =>
      keepTrying(
        () =>
          runCommand(async (command) => {
            const removed = await removeJobs(command.tx, [held]);
            return removed.has(held) ? body(command) : undefined;
          }),
        signal,
        onError,
      );
    const stays = name(job, 'waiting');
    if (signal.aborted || failureKind(error) === 'passing') {
      onError(new JobError(job, error));
      return stays;
    }
    try {
      const decide = (command: Command) => this.decide(command, job, error);
      const parkFor = (second: unknown) => inCommand((command) => park(command, job, second));
      const failed = await inCommand(decide).catch(parkFor);
      if (failed) this.tell(job, failed, error);
      return failed ?? stays;
    } catch (last) {
      onError(new JobError(job, last));
      return stays;
    }
  }

  /** Reschedules a failed job, or ends it. The command has removed it. */
  async decide(command: Command, job: Job, error: unknown): Promise<FailedJob> {
    const failures = job.failures + 1;
    if (failures <= TRIES || !this.#othersSucceed()) {
      const wait = WAITS_MS[failures - 1] ?? QUARTER;
      const dueAt = new Date(command.now.getTime() + wait);
      const { kind, ref, payload, tenantId, endpointId } = job;
      const again = { kind, ref, payload, tenantId, endpointId, failures, dueAt };
      await command.tx.insert(jobs).values(again);
      return name(job, 'waiting');
    }
    const end = this.#deps.endings[job.kind];
    if (end === 'park') return park(command, job, error);
    await end(command, job);
    return name(job, 'ended');
  }

  /** Reports a failed job, once at its first failure and once at its end. */
  tell(job: Job, failed: FailedJob, error: unknown, left?: number): void {
    const { outcome } = failed;
    if (outcome !== 'waiting') this.#deps.onLost({ ...failed, outcome }, reasonOf(error), left);
    else if (job.failures === 0) this.#deps.onError(new JobError(job, error));
  }

  #othersSucceed(): boolean {
    return performance.now() - this.#succeededAt < OTHERS_WITHIN_MS;
  }
}

function name({ kind, ref }: Job, outcome: FailedJob['outcome']): FailedJob {
  return { kind, id: ref, outcome };
}

async function park(command: Command, job: Job, error: unknown): Promise<FailedJob> {
  await parkJob(command, job, reasonOf(error));
  return name(job, 'parked');
}

function reasonOf(error: unknown): string {
  const code = errorCode(error);
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : typeof error;
}
