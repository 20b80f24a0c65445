import type { ParsedEvent } from '../events/parse-event.js';
import type { Inbox } from '../inbox.js';
import type { Arrival } from './arrival.js';
import { expired } from './deadline.js';
import { type Accepted, type Duplicate, type Unavailable, unavailable } from './outcome.js';

/** Hands the event, as it was sent, to the inbox. An ack of 202 waits for the inbox to say that it is stored. */
export async function storeInInbox<Framework>(
  event: ParsedEvent,
  key: string,
  inboxOf: (framework: Framework) => Inbox,
  { framework, deadline, receivedAt }: Arrival<Framework>,
): Promise<Accepted | Duplicate | Unavailable> {
  try {
    const answer = inboxOf(framework).store(event, { key, receivedAt });
    const stored = await deadline.race(answer);
    if (stored === 'stored') return { kind: 'accepted' };
    if (stored === 'duplicate') return { kind: 'duplicate' };
    return unavailable('inbox', stored === expired ? undefined : badAnswer(stored));
  } catch (error) {
    return unavailable('inbox', error);
  }
}

function badAnswer(answer: never): Error {
  return new TypeError(`The inbox answered ${String(answer)}: expected 'stored' or 'duplicate'.`);
}
