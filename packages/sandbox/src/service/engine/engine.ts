import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../db/sql.js';
import { ClockHeldError, readClock, setClock } from '../kernel/clock.js';
import type { CommitSignal, Job, RunCommand } from '../kernel/command.js';
import { type JobEndings, JobFailures, type OnLost } from './job-failures.js';
import { isShared, type JobHandlers } from './job-handlers.js';
import { RENEW_JOBS_MS } from './lease.js';
import { reportOnce } from './report-once.js';
import type { EngineRole } from './role/engine-role.js';
import { type Run, runTogether, splitShared, type Together } from './run-jobs.js';
import { type ClockMove, runMove } from './run-move.js';
import { jobTaker, LONGEST_WAIT } from './take-due.js';
import {
  BUSY_MS,
  type HeldJob,
  nextDue,
  renewJobs,
  type TakenJob,
  takeFollowers,
  takeJobByRef,
} from './take-jobs.js';
import type { Wakeup } from './wakeup.js';

/** The job that has run for the longest time. */
export interface RunningJob {
  readonly job: Job;
  /** Wall time. */
  readonly since: Date;
}

export interface EngineDependencies {
  readonly sql: Sql;
  readonly runCommand: RunCommand;
  readonly commits: CommitSignal;
  readonly handlers: JobHandlers;
  readonly endings: JobEndings;
  readonly onLost: OnLost;
  readonly role: EngineRole;
  /** Signalled when there may be new work. */
  readonly wakeup: Wakeup;
  /** How long a move of the clock keeps starting jobs, in wall time. */
  readonly longestMoveMs: number;
  readonly onError: (error: unknown) => void;
}

/** The jobs that a move of the clock runs in one command. */
const TOGETHER = 100;
const WAIT_AFTER_ERROR = 1000;
const LEASE_AT_RISK_MS = 2 * RENEW_JOBS_MS;
// Jobs end one by one. Looking for others after each of them would cost more than running them.
const BETWEEN_TAKES = 10;

/**
 * Runs due work. On a real clock it runs jobs side by side, as they fall due, at most five attempts of one endpoint at
 * once. On a frozen clock nothing runs until the clock is moved, and then one job after the other in due order.
 */
export class Engine {
  readonly #deps: EngineDependencies;
  /** The first has run for the longest time. */
  readonly #running = new Map<HeldJob, { readonly since: Date; readonly run: Promise<Run> }>();
  readonly #takeTurn: ReturnType<typeof jobTaker>;
  readonly #failures: JobFailures;
  readonly #loop: Promise<void>;
  readonly #renewals: NodeJS.Timeout;
  #taking: Promise<unknown> = Promise.resolve();
  #abort = new AbortController();
  #held = false;
  #stopAsked = false;
  #loopedAt = performance.now();
  #renewedAt = Date.now();
  #closed = false;

  constructor(dependencies: EngineDependencies) {
    this.#deps = { ...dependencies, onError: reportOnce(dependencies.onError) };
    this.#failures = new JobFailures(this.#deps);
    this.#takeTurn = jobTaker(dependencies.sql, dependencies.role);
    this.#loop = this.#runDueJobs();
    this.#renewals = setInterval(() => {
      this.#renew().catch(dependencies.onError);
    }, RENEW_JOBS_MS);
  }

  /**
   * Returns the milliseconds since the engine last looked for work. It does so every few seconds, also on a frozen clock and while
   * another process runs the jobs. A larger value means that the engine is stuck.
   */
  msSinceLoop(): number {
    return this.#closed ? 0 : performance.now() - this.#loopedAt;
  }

  /** Whether the clock is being moved, or the state is being set. */
  get isHeld(): boolean {
    return this.#held;
  }

  /** The job that a move, or another change of the clock or the state, waits for now. */
  get waitsFor(): RunningJob | undefined {
    if (!this.#held) return undefined;
    const [first] = this.#running;
    return first && { job: first[0].job, since: first[1].since };
  }

  /** Ends the move that runs, after the job in hand. @returns {@link isHeld}. */
  stopMove(): boolean {
    this.#stopAsked = true;
    return this.#held;
  }

  /**
   * Moves the clock to a time, from job to job. A time in the past runs what is overdue.
   *
   * @throws ClockHeldError while another move runs, ClockEndError for a time that the clock does not reach.
   */
  moveTo(target: Date): Promise<ClockMove> {
    return this.#move(() => target);
  }

  /** Moves the clock to the time of the next job. Without one, it stays where it is. @throws as {@link moveTo}. */
  moveToNextJob(): Promise<ClockMove> {
    const { sql } = this.#deps;
    return this.#move(async () => (await nextDue(sql)) ?? (await readClock(sql)).now);
  }

  /** Runs jobs until none is left that the clock can reach. It stays at the time of the last one. */
  drain(): Promise<ClockMove> {
    return this.#move(() => undefined);
  }

  /** Stops or starts the clock, without running anything. */
  setMode(mode: 'real' | 'frozen'): Promise<void> {
    return this.whileIdle(async () => {
      const { now } = await readClock(this.#deps.sql);
      await this.#setClock(mode, now);
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
    try {
      await this.whileIdle(body, 'lost');
    } finally {
      // Not before: a take in flight still starts the jobs that it takes, which end at once.
      this.#abort = new AbortController();
    }
  }

  /**
   * Runs `body` while no job runs.
   *
   * @param inFlight Whether attempts in flight of other processes are awaited. This process always awaits its own. Default: awaited.
   * @throws ClockHeldError while the clock is moved.
   */
  async whileIdle<Result>(
    body: () => Promise<Result>,
    inFlight: 'awaited' | 'lost' = 'awaited',
  ): Promise<Result> {
    if (this.#held) throw new ClockHeldError();
    this.#held = true;
    this.#stopAsked = false;
    try {
      await this.#taking.catch(() => {});
      await this.#runsEnded();
      return await this.#deps.role.alone(inFlight, body);
    } finally {
      this.#held = false;
      this.#deps.wakeup.signal();
    }
  }

  /**
   * Runs the job of an object at once, without the others that are due.
   *
   * @throws ClockHeldError while the clock is moved.
   */
  async runJobOf(ref: string): Promise<void> {
    if (this.#held) throw new ClockHeldError();
    const held = await takeJobByRef(this.#deps.role, ref);
    if (held) await this.#run([held], 'side by side');
  }

  /**
   * Takes no further job, and waits for those that run. Jobs that still run after `graceMs` of wall time are aborted: their attempts
   * are interrupted, and made again by the next engine.
   */
  async close(graceMs: number): Promise<void> {
    this.#closed = true;
    this.#deps.wakeup.signal();
    await this.#loop;
    const waiting = new AbortController();
    const grace = sleep(graceMs, undefined, { signal: waiting.signal }).catch(() => {});
    const ended = this.#runsEnded();
    await Promise.race([ended, grace]);
    waiting.abort();
    this.#abort.abort(new Error('The service is stopping.'));
    await ended;
    clearInterval(this.#renewals);
    await this.#deps.role.close();
  }

  /** @param chooseTarget Returns where the clock ends, `undefined` for the time of the last job. */
  #move(chooseTarget: () => Date | undefined | Promise<Date | undefined>): Promise<ClockMove> {
    // The limit includes the wait for attempts in flight.
    const end = performance.now() + this.#deps.longestMoveMs;
    return this.whileIdle(async () =>
      runMove(await chooseTarget(), {
        ...this.#deps,
        end,
        setClock: (mode, now) => this.#setClock(mode, now),
        run: async (held, most) => this.#run(await this.#takeTogether(held, most), 'in order'),
        isClosed: () => this.#closed,
        isStopped: () => this.#stopAsked,
      }),
    );
  }

  async #setClock(mode: 'real' | 'frozen', now: Date): Promise<void> {
    const { sql, role } = this.#deps;
    // Another process has taken the place of this one, which was paused for longer than its lease.
    if (!(await setClock(sql, { mode, now }, role.mayRun))) throw new ClockHeldError();
    // No command made this change, so nothing else announces it.
    this.#deps.commits.notify();
  }

  async #runDueJobs(): Promise<void> {
    const { wakeup, onError } = this.#deps;
    while (!this.#closed) {
      this.#loopedAt = performance.now();
      try {
        const taking = this.#startDueJobs();
        this.#taking = taking;
        await wakeup.wait(await taking);
        await sleep(BETWEEN_TAKES);
      } catch (error) {
        onError(error);
        await wakeup.wait(WAIT_AFTER_ERROR);
        // Leases that expired during the outage belong to jobs that still run here.
        await this.#renew().catch(() => {});
      }
    }
  }

  async #renew(): Promise<void> {
    const at = Date.now();
    await renewJobs(this.#deps.sql, [...this.#running.keys()]);
    this.#renewedAt = at;
  }

  /** @returns Milliseconds to wait before looking for work again. */
  async #startDueJobs(): Promise<number> {
    if (this.#held) return LONGEST_WAIT;
    // The system clock was set, or the process was paused. A job that runs here could be taken again.
    if (Math.abs(Date.now() - this.#renewedAt) > LEASE_AT_RISK_MS) await this.#renew();
    return await this.#takeTurn(this.#running, (taken) => {
      for (const together of splitShared(taken, this.#deps.handlers)) {
        void this.#run(together, 'side by side');
      }
    });
  }

  /** Takes the jobs that can share the command of a held one. @param most The most jobs, that one included. */
  async #takeTogether(first: TakenJob, most: number): Promise<readonly HeldJob[]> {
    const { kind, failures } = first.job;
    const isAlone = failures > 0 || !isShared(this.#deps.handlers[kind]);
    if (isAlone || !first.hasFollowers) return [first];
    const followers = Math.min(TOGETHER, most) - 1;
    return [first, ...(await takeFollowers(this.#deps.role, first, followers))];
  }

  async #run(together: Together, mode: 'in order' | 'side by side'): Promise<Run> {
    const { wakeup } = this.#deps;
    const dependencies = { ...this.#deps, failures: this.#failures };
    const run = runTogether(together, dependencies, this.#abort.signal, mode);
    const since = new Date();
    for (const held of together) this.#running.set(held, { since, run });
    const ended = await run;
    for (const held of together) this.#running.delete(held);
    if (ended.putBack > 0) setTimeout(() => wakeup.signal(), BUSY_MS).unref();
    wakeup.signal();
    return ended;
  }

  async #runsEnded(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ run }) => run));
  }
}
