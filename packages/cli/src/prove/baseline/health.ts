import type { Exchange } from '../../http/exchange.js';
import type { CheckContext } from '../check-context.js';
import { answerOf, isAck } from '../finding.js';

/**
 * Whether a receiver still acks a plain genuine event after a check, and the first answer.
 * - `acks`: the first one, or a later one after an answer.
 * - `busy`: it answered 429 or 503 at first.
 * - `restarted`: nothing listened at first.
 * - `limited`: every answer was 429 or 503.
 * - `stopped`: it acked none.
 */
export interface Health {
  readonly kind: 'acks' | 'busy' | 'restarted' | 'limited' | 'stopped';
  readonly first: string;
}

const ATTEMPTS = 5;
const PAUSE_MS = 1000;

/**
 * Sends plain genuine events until one is acked, five at most, so that a supervisor has time to restart the receiver.
 *
 * @throws Interrupted when the run is over.
 */
export async function healthAfter(context: CheckContext): Promise<Health> {
  const results: Exchange[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (attempt > 1) await context.sleep(PAUSE_MS);
    const body = context.body(context.id(`health ${attempt}`));
    results.push(await context.send({ body }));
    const [first, last] = [results[0], results.at(-1)];
    if (first === undefined || last === undefined || !isAck(last)) continue;
    const kind = isBusy(first) ? 'busy' : first.kind === 'unreachable' ? 'restarted' : 'acks';
    return { kind, first: answerOf(first) };
  }
  const [first] = results;
  return {
    kind: results.every(isBusy) ? 'limited' : 'stopped',
    first: first ? answerOf(first) : '',
  };
}

function isBusy(result: Exchange): boolean {
  return result.kind === 'answered' && (result.status === 429 || result.status === 503);
}
