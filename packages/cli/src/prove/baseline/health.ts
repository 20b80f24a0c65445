import type { Exchange } from '../../http/exchange.js';
import type { CheckContext } from '../check-context.js';
import { isAck } from '../finding.js';

/**
 * Whether a receiver still acks a plain genuine event after a check, and what came of the first one.
 * - `acks`: the first one, or a later one after an answer.
 * - `busy`: it answered 429 or 503 at first.
 * - `restarted`: nothing listened at first.
 * - `limited`: every answer was 429 or 503.
 * - `stopped`: it acked none.
 */
export interface Health {
  readonly kind: 'acks' | 'busy' | 'restarted' | 'limited' | 'stopped';
  readonly first: Exchange;
}

const ATTEMPTS = 5;
const PAUSE_MS = 1000;

/**
 * Sends plain genuine events until one is acked, five at most, so that a supervisor has time to restart the receiver.
 *
 * @throws Interrupted when the run is over.
 */
export async function healthAfter(context: CheckContext): Promise<Health> {
  const send = (attempt: number): Promise<Exchange> =>
    context.send({ body: context.body(context.id(`health ${attempt}`)) });
  const first = await send(1);
  let last = first;
  let allBusy = isBusy(first);
  for (let attempt = 2; attempt <= ATTEMPTS && !isAck(last); attempt += 1) {
    await context.sleep(PAUSE_MS);
    last = await send(attempt);
    allBusy &&= isBusy(last);
  }
  if (!isAck(last)) return { kind: allBusy ? 'limited' : 'stopped', first };
  const kind = isBusy(first) ? 'busy' : first.kind === 'unreachable' ? 'restarted' : 'acks';
  return { kind, first };
}

function isBusy(result: Exchange): boolean {
  return result.kind === 'answered' && (result.status === 429 || result.status === 503);
}
