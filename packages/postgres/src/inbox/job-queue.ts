import type { DeadLetter, EventEnvelope, ReplayRange } from '@screening-webhooks/core';

/** A job that a worker holds and may process. */
export interface HeldJob {
  readonly id: string;
  /** Distinguishes this holder of the job from later ones. */
  readonly token: string;
  readonly event: EventEnvelope;
  /** Jobs with the same order key are processed one after the other. Null: in no order. */
  readonly orderKey: string | null;
  /** Attempts that failed before this one. */
  readonly failures: number;
}

interface FetchResult {
  readonly jobs: readonly HeldJob[];
  /** How many jobs were fetched. Those that may not start yet were put back and are not in `jobs`. */
  readonly fetched: number;
  readonly paused: boolean;
}

/** The jobs of one inbox. Every function rejects when the database fails. */
export interface JobQueue {
  /** Checks that the tables exist. @throws SetupError naming the fix. */
  check(): Promise<void>;
  /** Resolves with false when the key was stored before. */
  store(event: EventEnvelope, key: string, receivedAt: number): Promise<boolean>;
  /** Takes at most `limit` jobs that may start now. */
  fetch(limit: number): Promise<FetchResult>;
  /** Lets the first job of each order key start, unless another job of that key is running. */
  unblockFirst(orderKeys: readonly string[]): Promise<void>;

  // By the holder of a job. If it no longer holds the job, these change nothing.
  /** Resolves with false when the lease was lost. */
  extend(job: HeldJob): Promise<boolean>;
  complete(job: HeldJob, outcome: string): Promise<void>;
  /** Returns the job to the queue without counting an attempt. */
  putBack(job: HeldJob): Promise<void>;
  /** @param delay Milliseconds. */
  retryLater(job: HeldJob, reason: string, delay: number): Promise<void>;
  /** Makes the event a dead letter. */
  giveUp(job: HeldJob, reason: string): Promise<void>;

  /** Returns jobs with an expired lease to the queue. */
  recover(): Promise<void>;
  /** Deletes ended jobs that are past their retention. */
  cleanUp(): Promise<void>;
  isPaused(): Promise<boolean>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  deadLetters(limit: number): Promise<readonly DeadLetter[]>;
  replay(which: ReplayRange): Promise<number>;
}
