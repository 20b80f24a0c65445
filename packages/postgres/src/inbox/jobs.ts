import type { DeadLetter, EventEnvelope, ReplayRange } from '@screening-webhooks/core';

/** A job that a worker may process. */
export interface TakenJob {
  readonly id: string;
  /** Tells this holder of the job from a later one. */
  readonly token: string;
  readonly event: EventEnvelope;
  /** The value that it is ordered by, if any. */
  readonly order: string | null;
  /** Attempts that failed before this one. */
  readonly failures: number;
}

/** What a look into the queue brought. */
interface Taking {
  readonly jobs: readonly TakenJob[];
  /** How many were fetched; those that may not start yet went back. */
  readonly fetched: number;
  readonly paused: boolean;
}

/** The jobs of one inbox. Every function rejects when the database does. */
export interface Jobs {
  /** Looks whether everything is in its place. @throws SetupError naming the cure. */
  check(): Promise<void>;
  /** False: the key was stored before. */
  store(event: EventEnvelope, key: string, receivedAt: number): Promise<boolean>;
  /** Takes jobs that may start, at most so many. */
  take(most: number): Promise<Taking>;
  /** Lets the first of each line start, unless one of it runs. */
  wakeNext(orders: readonly string[]): Promise<void>;

  // What the holder of a job says. Where it is the holder no more, nothing happens.
  extend(job: TakenJob): Promise<boolean>;
  complete(job: TakenJob, outcome: string): Promise<void>;
  giveBack(job: TakenJob): Promise<void>;
  /** @param wait Milliseconds. */
  retryLater(job: TakenJob, reason: string, wait: number): Promise<void>;
  giveUp(job: TakenJob, reason: string): Promise<void>;

  /** Puts back what silent workers held. */
  recover(): Promise<void>;
  /** Deletes what is past its retention. */
  cleanUp(): Promise<void>;
  isPaused(): Promise<boolean>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  deadLetters(limit: number): Promise<readonly DeadLetter[]>;
  replay(which: ReplayRange): Promise<number>;
}
