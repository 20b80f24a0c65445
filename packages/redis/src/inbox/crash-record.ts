import type { InboxJob } from './inbox-job.js';

/**
 * The crashes of workers that concern an event. The record is the progress of its BullMQ job.
 *
 * BullMQ counts how often a worker stopped responding while it had the job (`stalledCounter`). That says nothing about the
 * job: any other event of that worker may be the cause. It makes the job a suspect, which runs alone until an attempt has
 * ended. Only a crash while it was alone counts as an attempt.
 */
export interface CrashRecord {
  /** Attempts that ran alone and did not end. */
  readonly deaths: number;
  /** The `stalledCounter` when an attempt last ended. */
  readonly cleared: number;
}

export function crashRecordOf({ progress }: { readonly progress: unknown }): CrashRecord {
  return { deaths: count(progress, 'deaths'), cleared: count(progress, 'cleared') };
}

export function isSuspect(job: InboxJob): boolean {
  return job.stalledCounter > crashRecordOf(job).cleared;
}

/** Attempts that have ended, and those that ended their worker. */
export function attemptsOf(job: {
  readonly attemptsMade: number;
  readonly progress: unknown;
}): number {
  return job.attemptsMade + crashRecordOf(job).deaths;
}

function count(progress: unknown, name: keyof CrashRecord): number {
  const value: unknown =
    typeof progress === 'object' && progress !== null && Reflect.get(progress, name);
  return typeof value === 'number' ? value : 0;
}
