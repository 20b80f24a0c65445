import { releaseFirst, releaseHeld } from './held-jobs.js';
import type { WorkerContext } from './worker-context.js';

// How long a worker may take to see a retry that another worker has scheduled, in milliseconds.
const LONGEST_PAUSE = 1000;

/** Releases held jobs: those whose retry is due, and those whose turn has come and whose process crashed. */
export class Upkeep {
  readonly #context: WorkerContext;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAt = Infinity;
  #nextSearch = 0;
  #searchesNow = false;
  #hasStopped = false;
  /** The look that is under way. Never rejects. */
  #looking = Promise.resolve();

  constructor(context: WorkerContext) {
    this.#context = context;
    this.schedule(0);
  }

  /** Looks again in this time (milliseconds) at the latest. */
  schedule(delay: number): void {
    const at = performance.now() + delay;
    if (this.#hasStopped || at >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(
      () => {
        this.#looking = this.#look(this.#looking);
      },
      Math.max(0, delay),
    );
  }

  /** Looks for jobs whose turn has come soon, whichever process has looked last. */
  searchOrders(): void {
    this.#searchesNow = true;
    this.schedule(0);
  }

  /** Resolves when nothing is under way. */
  stop(): Promise<void> {
    this.#hasStopped = true;
    clearTimeout(this.#timer);
    return this.#looking;
  }

  /** One after the other, so that `stop` waits for all of them. */
  async #look(before: Promise<void>): Promise<void> {
    this.#timerAt = Infinity;
    await before;
    let pause = LONGEST_PAUSE;
    try {
      pause = Math.min(pause, await this.#releaseDue());
      await this.#releaseForgotten();
    } catch (error) {
      this.#context.onError(error);
    }
    this.schedule(pause);
  }

  /** @returns Milliseconds until the next retry. */
  async #releaseDue(): Promise<number> {
    const { retries, queue } = this.#context;
    const { jobs, next } = await retries.due();
    await this.#forEach(jobs, async (job) => {
      await releaseHeld(queue, job.id);
      await retries.remove(job);
    });
    return next;
  }

  async #releaseForgotten(): Promise<void> {
    const { orders, settings } = this.#context;
    const isUrgent = this.#searchesNow;
    if (settings.orderBy === undefined) return;
    if (!isUrgent && performance.now() < this.#nextSearch) return;
    this.#searchesNow = false;
    this.#nextSearch = performance.now() + settings.lease;
    const found = await orders.forgotten(isUrgent ? 0 : settings.lease);
    await this.#forEach(found, (first) => releaseFirst(this.#context, first));
  }

  /** A job that fails keeps no other. */
  async #forEach<T>(jobs: readonly T[], release: (job: T) => Promise<void>): Promise<void> {
    await Promise.all(jobs.map((job) => release(job).catch(this.#context.onError)));
  }
}
