import { signBody } from '@screening-webhooks/core';
import { type Assessment, assess } from '../answer/assess.js';
import type { CapturedDelivery } from '../capture/captured-delivery.js';
import type { Host } from '../host.js';
import { deliveryUrl } from '../http/delivery-url.js';
import { type Exchange, exchange } from '../http/exchange.js';
import { endToEndHeaders, type HeaderPair } from '../http/headers.js';
import { unreachableError } from '../target/unreachable-error.js';

/** Settings of a replay. */
export interface ReplayJob {
  readonly deliveries: readonly CapturedDelivery[];
  readonly target: URL;
  /** Re-sign with these secrets. If `undefined`, send the captured signature. */
  readonly resign: readonly string[] | undefined;
  /** Speed relative to the original gaps between deliveries. If `undefined`, do not wait. */
  readonly gapSpeed: number | undefined;
  /** Milliseconds to wait for each answer. */
  readonly timeout: number;
}

/** A replayed delivery. */
export interface Replayed {
  /** From 1. */
  readonly number: number;
  readonly captured: CapturedDelivery;
  readonly result: Exchange;
  readonly assessment: Assessment;
}

/**
 * Sends captured deliveries again, one after another and byte for byte, until all are sent or the signal aborts.
 *
 * @param onWait Called before a wait, with the number of the next delivery and the milliseconds.
 * @throws UsageError when the first delivery cannot reach the receiver.
 */
export async function replayDeliveries(
  job: ReplayJob,
  onReplayed: (replayed: Replayed) => void,
  onWait: (number: number, ms: number) => void,
  signal: AbortSignal,
  host: Host,
): Promise<void> {
  const start = host.now();
  const [first] = job.deliveries;
  let reached = false;
  for (const [index, captured] of job.deliveries.entries()) {
    if (first !== undefined && job.gapSpeed !== undefined) {
      const due = start + (captured.receivedAt - first.receivedAt) / job.gapSpeed;
      const ms = due - host.now();
      if (ms > 0) {
        onWait(index + 1, ms);
        await host.sleep(ms, signal);
      }
    }
    if (signal.aborted) return;
    const url = deliveryUrl(job.target, captured.path);
    const headers = await headersOf(captured, job.resign, host);
    const { method, body } = captured;
    const result = await exchange(
      { url, method, headers, body, transferMode: 'at once' },
      { timeout: job.timeout, signal, host },
    );
    if (result.kind === 'interrupted') return;
    if (result.kind === 'unreachable' && !reached) throw unreachableError(url, result.code);
    reached = true;
    const assessment = assess(result, { method, expected: 'ack' });
    onReplayed({ number: index + 1, captured, result, assessment });
  }
}

const SIGNATURE_HEADER = 'service-signature';

async function headersOf(
  { headers, body }: CapturedDelivery,
  resign: readonly string[] | undefined,
  host: Host,
): Promise<readonly HeaderPair[]> {
  const sent = endToEndHeaders(headers);
  if (resign === undefined) return sent;
  const timestamp = Math.floor(host.now() / 1000);
  const others = sent.filter(([name]) => name.toLowerCase() !== SIGNATURE_HEADER);
  return [...others, ['Service-Signature', await signBody(body, { secret: resign, timestamp })]];
}
