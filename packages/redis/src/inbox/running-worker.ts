import { setTimeout as sleep } from 'node:timers/promises';
import type { InboxProcess } from '@screening-webhooks/core';
import { createOwnerToken } from '@screening-webhooks/core/store-kit';
import type { Worker } from 'bullmq';
import { Attempt } from './attempt.js';
import type { FetchedJob, InboxJob, InboxJobData } from './inbox-job.js';
import { Upkeep } from './upkeep.js';
import type { AttemptContext, WorkerContext } from './worker-context.js';

// Milliseconds. The first limits what BullMQ does after the last job: it would wait for a Redis that is down.
const CLOSE_TIMEOUT = 5000;
const PAUSE_AFTER_ERROR = 1000;
// The longest that a suspect waits for the other handlers of its worker: the core's default for `handlerTimeout`.
const LONGEST_WAIT_OF_SUSPECT = 600_000;
/** Milliseconds. setTimeout takes 32 bits, and the worker waits a little longer than the timeout. */
export const LONGEST_STOP: number = 2_147_000_000;

/** Fetches jobs and runs their handlers, until it is stopped. */
export class RunningWorker {
  readonly #worker: Worker<InboxJobData, string, string>;
  readonly #context: AttemptContext;
  readonly #process: InboxProcess;
  readonly #concurrency: number;
  readonly #upkeep: Upkeep;
  readonly #running = new Set<Attempt>();
  readonly #fetching: Promise<void>;
  #onChange: () => void = () => {};
  #stopping: Promise<void> | undefined;
  readonly #stopped = new AbortController();
  #fetchCount = 1;

  constructor(
    worker: Worker<InboxJobData, string, string>,
    context: WorkerContext,
    process: InboxProcess,
    concurrency: number,
  ) {
    this.#worker = worker;
    this.#process = process;
    this.#concurrency = concurrency;
    this.#upkeep = new Upkeep(context);
    const { retries } = context;
    this.#context = {
      ...context,
      searchOrders: () => this.#upkeep.searchOrders(),
      retries: {
        ...retries,
        add: async (id, delay) => {
          await retries.add(id, delay);
          this.#upkeep.schedule(delay);
        },
      },
    };
    this.#fetching = this.#fetchJobs();
  }

  stop(timeout: number): Promise<void> {
    this.#stopping ??= this.#close(timeout);
    return this.#stopping;
  }

  async #fetchJobs(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      try {
        if (this.#running.size < this.#concurrency) await this.#runSome();
        else await this.#nextChange();
      } catch (error) {
        await this.#reportAndPause(error);
      }
    }
  }

  async #runSome(): Promise<void> {
    const suspects: Attempt[] = [];
    for (const fetched of await this.#fetchSome()) {
      const attempt = new Attempt(fetched, this.#context);
      if (this.#stopped.signal.aborted) attempt.stop(new Error('The worker was stopped.'));
      if (attempt.isSuspect) suspects.push(attempt);
      else void this.#track(attempt, attempt.run(this.#process));
    }
    const [suspect, ...others] = suspects;
    for (const other of others) {
      // Another worker may be idle.
      other.stop(new Error('The worker has another event that must run alone.'));
      void this.#track(other, other.run(this.#process));
    }
    // Awaited, so that nothing else is fetched meanwhile.
    if (suspect) await this.#runAlone(suspect);
  }

  /** Waits for a job. While there are more, fetches twice as many each time, so that they share a round trip. */
  async #fetchSome(): Promise<readonly FetchedJob[]> {
    const count = Math.min(this.#fetchCount, this.#concurrency - this.#running.size);
    const block = count === 1;
    const fetches = await Promise.all(Array.from({ length: count }, () => this.#fetch(block)));
    const jobs = fetches.filter((fetched) => fetched !== undefined);
    this.#fetchCount = jobs.length === count ? count * 2 : 1;
    return jobs;
  }

  async #fetch(block: boolean): Promise<FetchedJob | undefined> {
    const token = createOwnerToken();
    const { lease } = this.#context.settings;
    let requestedAt = performance.now();
    try {
      const job = await this.#fetchNext(token, block);
      if (!job) return;
      // It has waited for a job. When the lock was set in that time is not known, so it is set once more.
      if (performance.now() - requestedAt > lease / 3) {
        requestedAt = performance.now();
        if ((await job.extendLock(token, lease)) !== 1) return;
      }
      return { job, token, requestedAt };
    } catch (error) {
      await this.#reportAndPause(error);
      return;
    }
  }

  async #fetchNext(token: string, block: boolean): Promise<InboxJob | undefined> {
    try {
      return await this.#worker.getNextJob(token, { block });
    } catch (error) {
      const job = await this.#context.jobs.readFetched(this.#worker, token, error);
      if (!job) throw error;
      return job;
    }
  }

  async #reportAndPause(error: unknown): Promise<void> {
    if (this.#stopped.signal.aborted) return;
    this.#context.onError(error);
    await sleep(PAUSE_AFTER_ERROR, undefined, { signal: this.#stopped.signal }).catch(() => {});
  }

  /** Waits until no other handler runs, for as long as handlers usually may run. */
  async #waitForOthers(): Promise<void> {
    const deadline = performance.now() + LONGEST_WAIT_OF_SUSPECT;
    while (
      this.#countLeased() > 0 &&
      !this.#stopped.signal.aborted &&
      performance.now() < deadline
    ) {
      // A lease may be lost meanwhile.
      await this.#nextChange(this.#context.settings.lease);
    }
  }

  async #runAlone(attempt: Attempt): Promise<void> {
    await this.#waitForOthers();
    if (this.#stopped.signal.aborted) attempt.stop(new Error('The worker was stopped.'));
    if (this.#countLeased() === 0 || this.#stopped.signal.aborted) {
      return this.#track(attempt, attempt.runAlone(this.#process));
    }
    this.#context.onError(
      new Error(
        'An event whose worker had crashed could not run alone: other handlers do not end.',
      ),
    );
    return this.#track(attempt, attempt.postpone());
  }

  /** A handler whose lease was lost has been aborted. If it continues nevertheless, nothing can wait for it. */
  #countLeased(): number {
    return [...this.#running].filter((attempt) => !attempt.hasLostLease).length;
  }

  async #track(attempt: Attempt, work: Promise<void>): Promise<void> {
    this.#running.add(attempt);
    await work;
    this.#running.delete(attempt);
    this.#onChange();
  }

  /** Resolves when an attempt has ended or the worker stops, or after a time in milliseconds. */
  #nextChange(timeout = LONGEST_STOP): Promise<void> {
    return new Promise((resolve) => {
      // Connections keep the process alive while the worker waits. After `stop`, nothing should.
      const timer = setTimeout(resolve, timeout).unref();
      this.#onChange = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #close(timeout: number): Promise<void> {
    this.#stopped.abort();
    this.#onChange();
    // In this order: once it is closing, the worker does not reconnect to wait for another job.
    const closed = this.#worker.close();
    const interrupted = this.#worker.backend.disconnectBlocking();
    const timer = setTimeout(() => {
      const reason = new Error(
        `The worker was stopped, and the handler did not end within ${timeout} ms.`,
      );
      for (const attempt of this.#running) attempt.stop(reason);
    }, timeout);
    const ended = this.#fetching.then(async () => {
      while (this.#running.size > 0) await this.#nextChange();
    });
    // Its connection may be closed next.
    const idle = ended.then(() => this.#upkeep.stop());
    const all = Promise.allSettled([closed, interrupted, idle]);
    await Promise.race([all, sleep(timeout + CLOSE_TIMEOUT, undefined, { ref: false })]);
    clearTimeout(timer);
    void this.#upkeep.stop();
  }
}
