import { type EventEnvelope, type InboxProcess, LeaseLostError } from '@screening-webhooks/core';
import { renewLease, UnreadableEvent } from '@screening-webhooks/core/store-kit';
import { attemptsOf, type CrashRecord, crashRecordOf, isSuspect } from './crash-record.js';
import { releaseFirst } from './held-jobs.js';
import { eventOf, type FetchedJob, orderValueOf } from './inbox-job.js';
import { type Ending, endingOf } from './job-result.js';
import { recordEnding } from './record-ending.js';
import type { AttemptContext } from './worker-context.js';

/** The work on one fetched job, from the fetch to the ending that is recorded in the queue. */
export class Attempt {
  readonly #fetched: FetchedJob;
  readonly #context: AttemptContext;
  readonly #event: EventEnvelope | UnreadableEvent;
  readonly #orderValue: string | undefined;
  readonly #controller = new AbortController();
  readonly #endRenewal: () => void;
  /** By `performance.now()`. The lock in Redis does not end earlier. */
  #leaseEndsAt: number;
  #isLost = false;
  #stop: (ending: Ending) => void = () => {};
  readonly #stopped: Promise<Ending>;

  constructor(fetched: FetchedJob, context: AttemptContext) {
    const { job, token, requestedAt } = fetched;
    this.#fetched = fetched;
    this.#context = context;
    this.#event = eventOf(job);
    this.#orderValue = orderValueOf(this.#event, context.settings.orderBy);
    this.#stopped = new Promise((resolve) => {
      this.#stop = resolve;
    });
    const { lease } = context.settings;
    this.#leaseEndsAt = requestedAt + lease;
    // BullMQ renews locks too, but does not notice when Redis is out of reach and a lock ends.
    this.#endRenewal = renewLease(
      { extend: () => this.#extendLock() },
      { key: String(job.id), owner: token, requestedAt },
      lease,
      (error) => this.#loseLease(error),
    );
  }

  /** Whether it must run alone. An event that cannot be read does not run. */
  get isSuspect(): boolean {
    return !(this.#event instanceof UnreadableEvent) && isSuspect(this.#fetched.job);
  }

  /** Whether another worker may have the event by now. */
  get hasLostLease(): boolean {
    // After a pause of the process, this may be asked before the timer of the lease fires.
    if (!this.#isLost && performance.now() >= this.#leaseEndsAt) {
      this.#loseLease(new LeaseLostError('The lease ended without being renewed.'));
    }
    return this.#isLost;
  }

  /** Runs the handler beside others. Never rejects. */
  async run(process: InboxProcess): Promise<void> {
    await this.#conclude(async () =>
      (await this.#isFirst()) ? this.#runHandler(process) : { kind: 'held' },
    );
  }

  /** Runs the handler of a suspect. The caller runs nothing else meanwhile. Never rejects. */
  async runAlone(process: InboxProcess): Promise<void> {
    await this.#conclude(async () => {
      if (this.#controller.signal.aborted) return { kind: 'returned' };
      if (!(await this.#isFirst())) return { kind: 'held' };
      const { job } = this.#fetched;
      const record = crashRecordOf(job);
      const mostAttempts = job.opts.attempts ?? this.#context.settings.attempts;
      if (record.deaths > 0 && attemptsOf(job) >= mostAttempts) {
        return this.#giveUp(crashReason(record.deaths));
      }
      // Recorded before it happens: a crash records nothing.
      await job.updateProgress({ ...record, deaths: record.deaths + 1 });
      const ending = await this.#runHandler(process);
      await this.#recordSurvival(ending, record);
      return ending;
    });
  }

  /** Gives the job back without running it, to be fetched again after a wait. Never rejects. */
  async postpone(): Promise<void> {
    await this.#conclude(async () => ({ kind: 'postponed' }));
  }

  /** Gives the job back at once, whether its handler has ended or not. */
  stop(reason: Error): void {
    this.#controller.abort(reason);
    this.#stop({ kind: 'returned' });
  }

  async #isFirst(): Promise<boolean> {
    if (this.#orderValue === undefined) return true;
    const id = String(this.#fetched.job.id);
    // `store` may have crashed after it added the job and before it appended it to its order.
    return (await this.#context.orders.first(this.#orderValue, id)).id === id;
  }

  async #runHandler(process: InboxProcess): Promise<Ending> {
    if (this.#controller.signal.aborted) return { kind: 'returned' };
    if (this.#event instanceof UnreadableEvent) return this.#giveUp(this.#event.reason);
    return Promise.race([this.#process(process, this.#event), this.#stopped]);
  }

  async #giveUp(reason: string): Promise<Ending> {
    const { job } = this.#fetched;
    const record = crashRecordOf(job);
    // BullMQ counts one more attempt for a job that is given up.
    await job.updateProgress({ ...record, deaths: record.deaths - 1 });
    return { kind: 'dead', reason };
  }

  async #recordSurvival(ending: Ending, { deaths, cleared }: CrashRecord): Promise<void> {
    // A job that is done needs no record. Without its lock, the record belongs to another worker.
    if (ending.kind === 'done' || this.hasLostLease) return;
    const { job } = this.#fetched;
    const hasEnded = ending.kind !== 'returned';
    try {
      await job.updateProgress({ deaths, cleared: hasEnded ? job.stalledCounter : cleared });
    } catch (error) {
      // The handler has run: its outcome counts, whatever becomes of the record.
      this.#context.onError(error);
    }
  }

  async #process(process: InboxProcess, event: EventEnvelope): Promise<Ending> {
    try {
      return endingOf(await process(event, { signal: this.#controller.signal }));
    } catch (error) {
      return endingOf({ kind: 'failed', error });
    }
  }

  async #conclude(work: () => Promise<Ending>): Promise<void> {
    const { onError } = this.#context;
    let ending: Ending;
    try {
      ending = await work();
    } catch (error) {
      onError(error);
      ending = { kind: 'postponed' };
    }
    try {
      // Another worker may have the event: nothing may be recorded, and the loss has been reported.
      if (!this.hasLostLease) await recordEnding(ending, this.#fetched, this.#context);
    } catch (error) {
      onError(error);
    } finally {
      this.#endRenewal();
    }
    await this.#releaseNext();
  }

  /** Whatever became of this job: the first job of its order value is whichever has not finished. */
  async #releaseNext(): Promise<void> {
    const { orders, onError } = this.#context;
    if (this.#event instanceof UnreadableEvent) this.#context.searchOrders();
    if (this.#orderValue === undefined) return;
    try {
      await releaseFirst(this.#context, await orders.first(this.#orderValue));
    } catch (error) {
      onError(error);
    }
  }

  async #extendLock(): Promise<boolean> {
    const { job, token } = this.#fetched;
    const { lease } = this.#context.settings;
    const endsAt = performance.now() + lease;
    if ((await job.extendLock(token, lease)) !== 1) return false;
    this.#leaseEndsAt = endsAt;
    return true;
  }

  #loseLease(error: Error): void {
    this.#endRenewal();
    this.#isLost = true;
    this.#controller.abort(error);
    this.#context.onError(error);
  }
}

function crashReason(deaths: number): string {
  const times = deaths === 1 ? 'once' : `${deaths} times`;
  return `crashed: a worker that ran only this event stopped responding, ${times}`;
}
