import type { Exchange } from '../../http/exchange.js';
import { unreachableError } from '../../target/unreachable-error.js';
import { type CheckContext, type EmittedType, emittedTypes } from '../check-context.js';
import { isAck } from '../finding.js';

/** The answers to the first plain genuine events. */
export interface Baseline {
  /** The first event type that was acked; `undefined` if none was. */
  readonly type: EmittedType | undefined;
  /** The last answer for each type that was sent. */
  readonly answers: ReadonlyMap<EmittedType, Exchange>;
}

const PAUSE_MS = 1000;

/**
 * Sends a plain genuine event of each type until one is acked. A receiver may refuse types that it is not subscribed to, and
 * the first request after its start may fail, so failures get a second round.
 *
 * @throws UsageError when the receiver cannot be reached.
 * @throws Interrupted when the run is over.
 */
export async function findBaseline(context: CheckContext): Promise<Baseline> {
  const answers = new Map<EmittedType, Exchange>();
  for (const round of [1, 2]) {
    if (round === 2) {
      if (![...answers.values()].some(mayPass)) break;
      await context.sleep(PAUSE_MS);
    }
    for (const type of emittedTypes) {
      // The probe was asked about the first id, which it must not know.
      const id = context.id(answers.size === 0 ? '' : `${type} ${round}`);
      const result = await context.send({ body: JSON.stringify(context.event(type, { id })) });
      if (result.kind === 'unreachable') {
        throw unreachableError(context.settings.url, result.code);
      }
      answers.set(type, result);
      if (isAck(result)) return { type, answers };
      // Each further type would take as long.
      if (result.kind === 'timed_out') return { type: undefined, answers };
    }
  }
  return { type: undefined, answers };
}

/** Whether another attempt may succeed. */
function mayPass(result: Exchange): boolean {
  return result.kind !== 'answered' || result.status >= 500 || result.status === 429;
}
