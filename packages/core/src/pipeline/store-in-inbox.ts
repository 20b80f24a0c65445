import type { ParsedEvent } from '../events/parse-event.js';
import type { ReceiverSettings } from '../settings.js';
import { dedupeKey, resultKey } from './claim.js';
import { expired } from './deadline.js';
import {
  type Accepted,
  type Duplicate,
  type InProgress,
  type Unavailable,
  unavailable,
} from './outcome.js';
import type { Passage } from './passage.js';
import { storeOnce } from './store-once.js';

/** Hands the event, as it was sent, to the inbox. An ack of 202 waits for the inbox to say that it is stored. */
export async function storeInInbox<Framework>(
  event: ParsedEvent,
  inboxOf: NonNullable<ReceiverSettings<Framework>['inbox']>,
  { framework, deadline, receivedAt }: Passage<Framework>,
  settings: ReceiverSettings<Framework>,
): Promise<Accepted | Duplicate | InProgress | Unavailable> {
  const key = dedupeKey(event, settings.namespace);
  try {
    const store = () => inboxOf(framework).store(event, { key, receivedAt });
    const stored = await deadline.race(
      settings.reconciliation
        ? storeOnce(
            settings.dedupe(framework),
            resultKey(event, settings.namespace),
            settings.times,
            store,
          )
        : store(),
    );
    if (stored === 'stored') return { kind: 'accepted' };
    if (stored === 'duplicate') return { kind: 'duplicate' };
    if (stored === expired) return unavailable('inbox');
    return typeof stored === 'object' ? stored : unavailable('inbox', badAnswer(stored));
  } catch (error) {
    return unavailable('inbox', error);
  }
}

function badAnswer(answer: never): Error {
  return new TypeError(`The inbox answered ${String(answer)}: expected 'stored' or 'duplicate'.`);
}
