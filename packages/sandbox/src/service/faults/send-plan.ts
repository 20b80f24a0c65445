import type { SendResult } from '../outbound/send.js';

// The lease of a job is a minute. What its fault adds must not outlive it.
const ADDITIONS_MS = 40_000;

/** An attempt, and the requests that a fault sends besides. */
interface Plan<Attempt> {
  readonly also: readonly Attempt[];
  readonly concurrent: boolean;
}

/** Sends an attempt and what its fault adds: after it, or at the same time. Resolves with the results in this order. */
export async function sendPlan<Attempt extends Plan<Attempt>>(
  attempt: Attempt,
  send: (attempt: Attempt, signal: AbortSignal) => Promise<SendResult>,
  signal: AbortSignal,
): Promise<readonly [SendResult, ...SendResult[]]> {
  const { also, concurrent } = attempt;
  if (also.length === 0) return [await send(attempt, signal)];
  const limited = AbortSignal.any([signal, AbortSignal.timeout(ADDITIONS_MS)]);
  if (concurrent) {
    const own = send(attempt, signal);
    const others = also.map((each) => send(each, limited));
    return [await own, ...(await Promise.all(others))];
  }
  const own = await send(attempt, signal);
  const others: SendResult[] = [];
  for (const each of also) others.push(await send(each, limited));
  return [own, ...others];
}
