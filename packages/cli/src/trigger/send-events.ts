import type { Fault, PlannedDelivery } from '@screening-webhooks/testing/faults';
import { type Assessment, assess } from '../answer/assess.js';
import type { EventSource } from '../event/event-source.js';
import type { Host } from '../host.js';
import { type Exchange, exchange, type OutgoingDelivery } from '../http/exchange.js';
import { unreachableError } from '../target/unreachable-error.js';

/** Seconds that the service waits before each retry (spec section 8: five attempts in about 15 minutes). */
export const retryWaits: readonly number[] = [60, 120, 240, 480];

/** Settings of {@link sendEvents}. */
export interface SendJob {
  readonly url: URL;
  readonly source: EventSource;
  readonly fault: Fault;
  readonly secrets: readonly [string, ...string[]];
  /** How many events. */
  readonly count: number;
  /** How many events to send in parallel. */
  readonly concurrency: number;
  /** Milliseconds to wait for each answer. */
  readonly timeout: number;
  /** Speed of the retries relative to the service's. If `undefined`, do not retry. */
  readonly retrySpeed: number | undefined;
}

/** One delivery that was sent. */
export interface Sent {
  /** The number of the event, from 1. */
  readonly event: number;
  /** The number of the delivery of this event, from 1. */
  readonly attempt: number;
  readonly delivery: OutgoingDelivery & Pick<PlannedDelivery, 'expected'>;
  readonly result: Exchange;
  readonly assessment: Assessment;
}

/** Callbacks of {@link sendEvents}. */
export interface SendListener {
  readonly onSent: (sent: Sent) => void;
  /** Called before the wait for a retry: `attempt` follows after `ms` milliseconds. */
  readonly onWait: (attempt: number, ms: number) => void;
}

/** How many events were sent, and how many the receiver handled as expected. */
export interface SendReport {
  readonly events: number;
  readonly asExpected: number;
}

/**
 * Sends events until all are sent or the signal aborts.
 *
 * @throws UsageError when no connection to the receiver ever succeeded, unless `retrySpeed` is set.
 */
export async function sendEvents(
  job: SendJob,
  listener: SendListener,
  signal: AbortSignal,
  host: Host,
): Promise<SendReport> {
  let next = 0;
  let events = 0;
  let asExpected = 0;
  let reached = false;

  async function deliver(planned: PlannedDelivery, event: number, attempt: number): Promise<Sent> {
    const delivery = { ...planned, url: job.url };
    const result = await exchange(delivery, { timeout: job.timeout, signal, host });
    const sent = { event, attempt, delivery, result, assessment: assess(result, planned) };
    if (result.kind === 'unreachable') {
      if (!reached && job.retrySpeed === undefined) {
        // Stops the other workers.
        next = job.count;
        throw unreachableError(job.url, result.code);
      }
    } else reached = true;
    if (result.kind !== 'interrupted') listener.onSent(sent);
    return sent;
  }

  async function sendPlan(body: string, event: number): Promise<readonly Sent[]> {
    const plan = await job.fault.plan(body, { secrets: job.secrets, now: unixTime(host) });
    if (job.fault.concurrent) {
      return Promise.all(plan.map((planned, index) => deliver(planned, event, index + 1)));
    }
    const sent: Sent[] = [];
    for (const planned of plan) sent.push(await deliver(planned, event, sent.length + 1));
    return sent;
  }

  // Each attempt sends the same bytes and id with a new signature, and applies the fault again.
  async function sendUntilAcked(body: string, event: number, speed: number): Promise<Sent[]> {
    for (let attempt = 1; ; attempt += 1) {
      const plan = await job.fault.plan(body, { secrets: job.secrets, now: unixTime(host) });
      const sent = await Promise.all(plan.map((planned) => deliver(planned, event, attempt)));
      const wait = retryWaits[attempt - 1];
      if (
        wait === undefined ||
        signal.aborted ||
        sent.every(({ assessment }) => assessment.acked)
      ) {
        return sent;
      }
      const ms = (wait * 1000) / speed;
      listener.onWait(attempt + 1, ms);
      await host.sleep(ms, signal);
      if (signal.aborted) return sent;
    }
  }

  async function worker(): Promise<void> {
    while (next < job.count && !signal.aborted) {
      const index = next++;
      const body = job.source(index);
      const sent =
        job.retrySpeed === undefined
          ? await sendPlan(body, index + 1)
          : await sendUntilAcked(body, index + 1, job.retrySpeed);
      if (sent.some(({ result }) => result.kind === 'interrupted')) return;
      events += 1;
      if (isAsExpected(sent)) asExpected += 1;
    }
  }

  await Promise.all(Array.from({ length: Math.min(job.concurrency, job.count) }, worker));
  return { events, asExpected };
}

function isAsExpected(sent: readonly Sent[]): boolean {
  const raced = sent.some(({ delivery }) => delivery.expected === 'ack or busy');
  return (
    sent.every(({ assessment }) => assessment.ok) &&
    (!raced || sent.some(({ assessment }) => assessment.acked))
  );
}

function unixTime(host: Pick<Host, 'now'>): number {
  return Math.floor(host.now() / 1000);
}
