import { setImmediate } from 'node:timers/promises';
import { type Command, GROUP, type JobKind, type RunCommand } from '../kernel/command.js';
import { forEachOf } from '../kernel/share-work.js';
import type { FailedJob, JobFailures } from './job-failures.js';
import {
  isShared,
  type JobEnding,
  type JobHandlers,
  type JobSteps,
  type SharedJob,
  SkippedMembers,
  UnfinishedJob,
} from './job-handlers.js';
import { keepTrying } from './keep-trying.js';
import { type HeldJob, putBackJobs, releaseJob, removeJobs } from './take-jobs.js';

/** Jobs that share a command, or one that does not. */
export type Together = readonly HeldJob[];

/** Splits jobs into those that share a command, and those that are alone. */
export function splitShared(taken: readonly HeldJob[], handlers: JobHandlers): readonly Together[] {
  const groups = new Map<JobKind | HeldJob, HeldJob[]>();
  for (const held of taken) {
    const { kind, failures } = held.job;
    const key = isShared(handlers[kind]) && failures === 0 ? kind : held;
    groups.set(key, [...(groups.get(key) ?? []), held]);
  }
  return [...groups.values()];
}

interface Dependencies {
  readonly handlers: JobHandlers;
  readonly runCommand: RunCommand;
  readonly failures: JobFailures;
  readonly onError: (error: unknown) => void;
}

/** How jobs have ended. */
export interface Run {
  /** The number of jobs that were done. */
  ran: number;
  /** The results of those that are deliveries. */
  readonly deliveries: ('succeeded' | 'failed')[];
  readonly failed: FailedJob[];
  /** How many were put back, to be taken after {@link BUSY_MS}. */
  putBack: number;
}

/** How many jobs of a group run alone at the same time. Each may wait for a lock. */
const ALONE_AT_ONCE = 4;

/**
 * Runs jobs. If the command that they share fails, each runs alone, so that a failing job stops no other. Never rejects.
 *
 * @param mode `in order`: one job after the other, because the clock is stopped for each. `side by side`: a job whose object another
 * process holds is put back, and taken later.
 */
export async function runTogether(
  together: Together,
  dependencies: Dependencies,
  signal: AbortSignal,
  mode: 'in order' | 'side by side',
): Promise<Run> {
  const { handlers, runCommand, failures, onError } = dependencies;
  const run: Run = { ran: 0, deliveries: [], failed: [], putBack: 0 };
  const [first] = together;
  const handler = first && handlers[first.job.kind];
  let alone = together;
  if (together.length > 1 && handler && isShared(handler)) {
    const { failed, busy } = await runShared(together, handler, runCommand);
    run.ran = together.length - failed.size - busy.size;
    if (run.ran > 0) failures.noteSuccess();
    if (mode === 'side by side') {
      run.putBack = busy.size;
      await putBackJobs(runCommand, [...busy]).catch(onError);
    }
    alone = together.filter((held) => failed.has(held) || (mode === 'in order' && busy.has(held)));
  }
  await forEachOf(alone, mode === 'in order' ? 1 : ALONE_AT_ONCE, async (held) => {
    const ending = await runAlone(held, dependencies, signal);
    if (typeof ending === 'object') {
      run.failed.push(ending);
      return;
    }
    if (ending === 'succeeded' || ending === 'failed') run.deliveries.push(ending);
    run.ran += 1;
  });
  return run;
}

/** Runs jobs in as few commands as possible. @returns the jobs of failed commands, and those whose object another process holds. */
async function runShared(
  together: Together,
  { lock, bodyOfAll }: SharedJob,
  runCommand: RunCommand,
): Promise<{ readonly failed: ReadonlySet<HeldJob>; readonly busy: ReadonlySet<HeldJob> }> {
  const failed = new Set<HeldJob>();
  const busy = new Set<HeldJob>();
  let next = together;
  while (next.length > 0) {
    const group = next;
    const left = await runCommand(async (command) => {
      const locked = await lock(
        command.tx,
        group.map(({ job }) => job),
      );
      const now = group.filter(({ job }) => !locked.busy.has(job) && !locked.rest.has(job));
      const removed = await removeJobs(command.tx, now);
      await bodyOfAll(
        command,
        now.filter((held) => removed.has(held)).map(({ job }) => job),
      );
      return locked;
    }, GROUP).catch(() => undefined);
    for (const held of group) {
      if (!left) failed.add(held);
      else if (left.busy.has(held.job)) busy.add(held);
    }
    next = left ? group.filter(({ job }) => left.rest.has(job)) : [];
    await setImmediate();
  }
  return { failed, busy };
}

/** @returns how the job has ended, or what follows from its failure. */
async function runAlone(
  held: HeldJob,
  { handlers, runCommand, failures, onError }: Dependencies,
  signal: AbortSignal,
): Promise<JobEnding | FailedJob> {
  const { job } = held;
  let failed: PartlyFailed | undefined;
  const steps: JobSteps = {
    held,
    signal,
    keepTrying: (step) => keepTrying(step, signal, onError),
    end: (body) =>
      steps.keepTrying(() =>
        runCommand(async (command) => {
          const removed = await removeJobs(command.tx, [held]);
          if (!removed.has(held)) return 'lost';
          const result = await body(command);
          failed = await failedPart(command, held, result, failures);
          return result;
        }),
      ),
    release: (body) =>
      steps.keepTrying(() =>
        runCommand(async (command) => {
          if (await releaseJob(command.tx, held)) await body(command);
        }),
      ),
  };
  try {
    const ending = await handlers[job.kind](job, steps);
    if (!failed) {
      failures.noteSuccess();
      return ending;
    }
    failures.tell(job, failed.as, failed.cause, failed.left);
    return failed.as;
  } catch (error) {
    return failures.take(held, error, signal);
  }
}

/** The part of a job that has failed, while the rest of it is done. */
interface PartlyFailed {
  readonly as: FailedJob;
  readonly cause: unknown;
  /** How many members stay as they were. */
  readonly left?: number;
}

/** Decides what follows from the part of a job that has failed. `undefined` if none has. */
async function failedPart(
  command: Command,
  { job }: HeldJob,
  result: unknown,
  failures: JobFailures,
): Promise<PartlyFailed | undefined> {
  if (result instanceof SkippedMembers) {
    const as = { kind: job.kind, id: job.ref, outcome: 'ended' } as const;
    return { as, cause: result.cause, left: result.count };
  }
  if (!(result instanceof UnfinishedJob)) return undefined;
  const { cause, payload } = result;
  return { as: await failures.decide(command, { ...job, payload }, cause), cause };
}
