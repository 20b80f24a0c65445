import type { Sql } from '../store/sql.js';
import { readClock, setClock } from './clock.js';
import { ClockHeldError } from './clock-held-error.js';
import type { RunCommand } from './command.js';
import { type JobHandlers, runJob } from './run-job.js';
import { type HeldJob, nextDue, takeJob, takeJobOf } from './take-job.js';
import { Wakeup } from './wakeup.js';

/** What a move of the clock has done. */
export interface ClockMove {
  readonly now: Date;
  /** The number of jobs that were run. */
  readonly ran: number;
  readonly deliveries: { readonly succeeded: number; readonly failed: number };
  /** When the next job is due. */
  readonly next: Date | undefined;
  /** The move stopped before its target, because it had run too many jobs. */
  readonly limitReached: boolean;
}

export interface EngineDependencies {
  readonly sql: Sql;
  readonly runCommand: RunCommand;
  readonly handlers: JobHandlers;
  readonly onError: (error: unknown) => void;
}

const CONCURRENCY_OF_ENDPOINT = 5;
// With this many jobs in flight, an endpoint has one attempt at a time, so that those that hang leave room for the others.
const CROWDED = 20;
// Each endpoint can have one more. Only there to bound the memory.
const CONCURRENCY = 1000;
const JOB_LIMIT = 10_000;
// A timer takes no longer time than 24 days, and another process may have scheduled work.
const LONGEST_WAIT = 60_000;
const WAIT_AFTER_ERROR = 1000;

/**
 * Runs due work. On a real clock it runs jobs side by side, as they fall due, at most five attempts of one endpoint at
 * once. On a frozen clock nothing runs until the clock is moved, and then one job after the other in due order.
 */
export class Engine {
  readonly #deps: EngineDependencies;
  readonly #running = new Map<HeldJob, Promise<void>>();
  readonly #wakeup = new Wakeup();
  readonly #loop: Promise<void>;
  #taking: Promise<unknown> = Promise.resolve();
  #abort = new AbortController();
  #held = false;
  #closed = false;

  constructor(dependencies: EngineDependencies) {
    this.#deps = dependencies;
    this.#loop = this.#runDueJobs();
  }

  /** There may be new work. */
  wake(): void {
    this.#wakeup.signal();
  }

  /**
   * Moves the clock to a time, from job to job. A time in the past runs what is overdue.
   *
   * @throws ClockHeldError while another move runs.
   */
  moveTo(target: Date): Promise<ClockMove> {
    return this.#hold(() => this.#runUntil(target, true));
  }

  /** Moves the clock to the time of the next job. */
  moveToNextJob(): Promise<ClockMove> {
    return this.#hold(async () => {
      const next = await nextDue(this.#deps.sql);
      return this.#runUntil(next ?? new Date(0), true);
    });
  }

  /** Runs jobs until none is left that is due before `horizon`. The clock stays at the time of the last one. */
  drain(horizon: Date): Promise<ClockMove> {
    return this.#hold(() => this.#runUntil(horizon, false));
  }

  /** Stops or starts the clock, without running anything. */
  setMode(mode: 'real' | 'frozen'): Promise<void> {
    return this.#hold(async () => {
      const { now } = await readClock(this.#deps.sql);
      await setClock(this.#deps.sql, { mode, now });
    });
  }

  /**
   * Runs `body` while no job runs. Attempts in flight are aborted.
   *
   * @throws ClockHeldError while the clock is moved. Nothing is aborted then.
   */
  async whileStopped(body: () => Promise<void>): Promise<void> {
    if (this.#held) throw new ClockHeldError();
    this.#abort.abort(new Error('The service was reset.'));
    this.#abort = new AbortController();
    await this.#hold(body);
  }

  /**
   * Runs `body` while no job runs. Attempts in flight are awaited.
   *
   * @throws ClockHeldError while the clock is moved.
   */
  whileIdle<Result>(body: () => Promise<Result>): Promise<Result> {
    return this.#hold(body);
  }

  /**
   * Runs the job of an object at once, without the others that are due.
   *
   * @throws ClockHeldError while the clock is moved.
   */
  runJobOf(ref: string): Promise<void> {
    return this.#hold(async () => {
      const held = await takeJobOf(this.#deps.sql, ref);
      if (held) await this.#run(held);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#abort.abort(new Error('The service is stopping.'));
    this.wake();
    await this.#loop;
    await Promise.all(this.#running.values());
  }

  async #hold<Result>(body: () => Promise<Result>): Promise<Result> {
    if (this.#held) throw new ClockHeldError();
    this.#held = true;
    try {
      await this.#taking.catch(() => {});
      await Promise.all(this.#running.values());
      return await body();
    } finally {
      this.#held = false;
      this.wake();
    }
  }

  /** @param arrive Whether the clock ends at `target`, or at the last job. */
  async #runUntil(target: Date, arrive: boolean): Promise<ClockMove> {
    const { sql } = this.#deps;
    const start = await readClock(sql);
    let now = start.now;
    const deliveries = { succeeded: 0, failed: 0 };
    let ran = 0;
    let limitReached = false;
    let shown = start;
    for (;;) {
      const held = await takeJob(sql, target > now ? target : now);
      if (!held) break;
      if (held.job.dueAt > now) now = held.job.dueAt;
      // The clock stands still during a job, also when it is a real one.
      if (shown.mode === 'real' || shown.now < now) {
        shown = { mode: 'frozen', now };
        await setClock(sql, shown);
      }
      const result = await this.#run(held);
      if (result) deliveries[result] += 1;
      ran += 1;
      limitReached = ran === JOB_LIMIT;
      if (limitReached || this.#closed) break;
    }
    if (arrive && !limitReached && target > now) now = target;
    await setClock(sql, { mode: start.mode, now });
    return { now, ran, deliveries, next: await nextDue(sql), limitReached };
  }

  async #runDueJobs(): Promise<void> {
    while (!this.#closed) {
      try {
        const taking = this.#startDueJob();
        this.#taking = taking;
        if (!(await taking)) await this.#wakeup.wait(await this.#timeToNextJob());
      } catch (error) {
        this.#deps.onError(error);
        await this.#wakeup.wait(WAIT_AFTER_ERROR);
      }
    }
  }

  /** False: there is nothing to start now. */
  async #startDueJob(): Promise<boolean> {
    if (this.#held || this.#running.size >= CONCURRENCY) return false;
    const { mode, now } = await readClock(this.#deps.sql);
    if (mode === 'frozen' || this.#held) return false;
    const held = await takeJob(this.#deps.sql, now, this.#busyEndpoints());
    if (!held) return false;
    const run = this.#run(held)
      .then(() => {})
      .finally(() => {
        this.#running.delete(held);
        this.wake();
      });
    this.#running.set(held, run);
    return true;
  }

  async #timeToNextJob(): Promise<number> {
    if (this.#held || this.#running.size >= CONCURRENCY) return LONGEST_WAIT;
    const { mode, now } = await readClock(this.#deps.sql);
    const next = await nextDue(this.#deps.sql, this.#busyEndpoints());
    if (mode === 'frozen' || next === undefined) return LONGEST_WAIT;
    return Math.min(Math.max(next.getTime() - now.getTime(), 0), LONGEST_WAIT);
  }

  async #run(held: HeldJob): Promise<'succeeded' | 'failed' | undefined> {
    const { handlers, runCommand, onError } = this.#deps;
    try {
      return await runJob(held, handlers, runCommand, this.#abort.signal);
    } catch (error) {
      // The job stays held until its lease ends, and is then taken again.
      onError(error);
      return undefined;
    }
  }

  /** The endpoints that may not have another attempt in flight, so that none starves the others. */
  #busyEndpoints(): string[] {
    const limit = this.#running.size < CROWDED ? CONCURRENCY_OF_ENDPOINT : 1;
    const inFlight = new Map<string, number>();
    for (const { job } of this.#running.keys()) {
      if (job.endpointId === null) continue;
      inFlight.set(job.endpointId, (inFlight.get(job.endpointId) ?? 0) + 1);
    }
    return [...inFlight]
      .filter(([, attempts]) => attempts >= limit)
      .map(([endpointId]) => endpointId);
  }
}
