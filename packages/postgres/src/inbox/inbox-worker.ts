import type { InboxProcess, InboxWorker, InboxWorkOptions } from '@screening-webhooks/core';
import { renewLease } from '@screening-webhooks/core/store-kit';
import type { Alarm } from './alarm.js';
import { attempt, type Verdict } from './attempt.js';
import { checkConcurrency, type InboxSettings } from './inbox-settings.js';
import type { Jobs, TakenJob } from './jobs.js';
import { repeat } from './repeat.js';
import { isTransient } from './setup-error.js';

/** What a worker shares with the inbox that starts it. */
export interface Workplace {
  readonly jobs: Jobs;
  readonly settings: InboxSettings;
  /** Rings when this process has stored an event. */
  readonly bell: Alarm;
  readonly onError: (error: unknown) => void;
}

interface Run {
  /** Aborts the handler's signal. */
  readonly handler: AbortController;
  /** Goes on without the handler, whether it listens or not. */
  readonly letGo: AbortController;
  readonly ended: Promise<void>;
}

const GIVEN_BACK = Symbol('given back');
const CLEAN_UP_EVERY = 60_000;
// Between two looks at a database that does not answer.
const LONGEST_WAIT = 5000;
// For what is written after the last event; where the database is down, it would wait for it.
const CLOSING = 5000;
const LONGEST_TIMER = 2_147_483_647;

/** Starts to take jobs, as many at once as it was told, and process each by itself. */
export function startWorker(
  { jobs, settings, bell, onError }: Workplace,
  process: InboxProcess,
  options: InboxWorkOptions,
): InboxWorker {
  const { lease, pollInterval, retention } = settings;
  const concurrency = checkConcurrency(options.concurrency);
  // An event whose lease was lost may be back before its first run has ended, so they do not go by its id.
  const runs = new Set<Run>();
  let stopping = false;
  let closing = false;
  let paused = false;
  let backlog = false;

  /** Whether there may be more to take. */
  async function look(): Promise<boolean> {
    const free = concurrency - runs.size;
    if (free < 1) return false;
    if (paused) paused = await jobs.isPaused();
    if (paused || stopping) return false;
    const asked = performance.now();
    const taking = await jobs.take(free);
    paused = taking.paused;
    backlog = taking.fetched === free;
    if (stopping) {
      await Promise.all(taking.jobs.map(jobs.giveBack));
      return false;
    }
    for (const job of taking.jobs) start(job, asked);
    return backlog;
  }

  async function keepLooking(): Promise<void> {
    let failures = 0;
    while (!stopping) {
      try {
        const more = await look();
        failures = 0;
        if (!more) await bell.wait(pollInterval);
      } catch (error) {
        onError(error);
        failures += 1;
        await bell.wait(Math.min(pollInterval * 2 ** failures, LONGEST_WAIT));
      }
    }
  }

  function start(job: TakenJob, asked: number): void {
    const handler = new AbortController();
    const letGo = new AbortController();
    const ended = run(job, handler, letGo.signal, asked)
      .catch(onError)
      .finally(() => {
        runs.delete(started);
        if (backlog || job.order !== null) bell.ring();
      });
    const started: Run = { handler, letGo, ended };
    runs.add(started);
  }

  async function run(
    job: TakenJob,
    handler: AbortController,
    letGo: AbortSignal,
    asked: number,
  ): Promise<void> {
    const endLease = renewLease(
      { extend: () => jobs.extend(job) },
      { key: job.id, owner: job.token, requestedAt: asked },
      lease,
      (reason) => handler.abort(reason),
    );
    try {
      const verdict = await Promise.race([
        attempt(process, job.event, handler.signal),
        givenBack(letGo),
      ]);
      await persist(() => conclude(job, verdict));
    } finally {
      endLease();
    }
  }

  async function conclude(job: TakenJob, verdict: Verdict | typeof GIVEN_BACK): Promise<void> {
    // It has not used up an attempt: it was we who ended it.
    if (verdict === GIVEN_BACK) return jobs.giveBack(job);
    const attempts = job.failures + 1;
    if (verdict.kind === 'failed' && attempts < settings.attempts) {
      const own = Math.min(settings.backoff * 2 ** job.failures, settings.maxBackoff);
      return jobs.retryLater(job, verdict.reason, Math.max(own, verdict.retryAfter));
    }
    if (verdict.kind === 'done') await jobs.complete(job, verdict.outcome);
    else await jobs.giveUp(job, verdict.reason);
    if (job.order !== null) await jobs.wakeNext([job.order]);
  }

  // What was done is worth writing down, however long the database is away: else it is done again.
  async function persist(write: () => Promise<void>): Promise<void> {
    for (let wait = pollInterval; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      try {
        return await write();
      } catch (error) {
        if (closing || !isTransient(error)) throw error;
        onError(error);
        await sleep(wait);
      }
    }
  }

  const looking = keepLooking();
  const chores = [
    repeat(jobs.recover, lease / 4, onError),
    repeat(jobs.cleanUp, Math.min(CLEAN_UP_EVERY, retention / 4), onError),
  ];

  async function close(timeout: number): Promise<void> {
    stopping = true;
    bell.ring();
    const timer = setTimeout(() => {
      closing = true;
      const reason = new Error(`The worker was stopped and did not end within ${timeout} ms.`);
      for (const { handler, letGo } of runs) {
        letGo.abort();
        handler.abort(reason);
      }
    }, timeout);
    const choresEnded = chores.map((stop) => stop());
    const ended = looking
      .then(() => Promise.all([...runs].map((each) => each.ended)))
      .then(() => Promise.all(choresEnded));
    await Promise.race([ended, sleep(timeout + CLOSING)]);
    clearTimeout(timer);
  }

  let stopped: Promise<void> | undefined;
  return {
    stop({ timeout = 30_000 } = {}) {
      stopped ??= close(Math.min(timeout, LONGEST_TIMER - CLOSING));
      return stopped;
    },
  };
}

function givenBack(letGo: AbortSignal): Promise<typeof GIVEN_BACK> {
  return new Promise((resolve) => {
    letGo.addEventListener('abort', () => resolve(GIVEN_BACK));
  });
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
