import { ignoreNestedPromises } from '../async/maybe-promise.js';
import { eventKey, storedKey } from '../dedupe/dedupe-key.js';
import type { HeldClaim } from '../dedupe/held-claim.js';
import type { ParsedEvent } from '../events/parse-event.js';
import type { Inbox } from '../inbox/inbox.js';
import { ended } from '../outcome/ended.js';
import type { Accepted, Duplicate, InProgress, Unavailable } from '../outcome/outcome.js';
import { claimKeys } from './claim-event.js';
import type { DeliveryContext } from './delivery-context.js';
import type { ReceiverSettings } from './settings.js';

type Stored = Accepted | Duplicate | InProgress | Unavailable;

/** Hands the event, as it was sent, to the inbox. `accepted` only when the inbox says that the event is stored. */
export async function storeInInbox<Framework>(
  event: ParsedEvent,
  inbox: (framework: Framework) => Inbox,
  namespace: string | undefined,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
): Promise<Stored> {
  if (!settings.reconciliation) {
    return context.inTime('inbox', storeEvent(event, inbox, namespace, context));
  }
  // The inbox compares ids alone. Not the key that a worker of the inbox may claim: stored and processed are two things.
  const key = storedKey(event, namespace);
  const claim = await claimKeys(key, key, context, settings);
  if (ended(claim)) return claim;
  return context.inTime('inbox', storeUnderClaim(claim, event, inbox, namespace, context));
}

async function storeEvent<Framework>(
  event: ParsedEvent,
  inbox: (framework: Framework) => Inbox,
  namespace: string | undefined,
  { framework, receivedAt }: DeliveryContext<Framework>,
): Promise<Accepted | Duplicate> {
  const key = eventKey(event, namespace);
  const stored = await inbox(framework).store(event, { key, receivedAt });
  if (stored === 'stored') return { kind: 'accepted' };
  if (stored === 'duplicate') return { kind: 'duplicate' };
  ignoreNestedPromises(stored);
  throw new TypeError(
    `The inbox answered ${describe(stored)}. Expected 'stored' or 'duplicate'; the event is not safe.`,
  );
}

/**
 * Ends the claim of a result as the inbox answers. A crash between the inbox and the commit leaves a lease that ends, and at
 * worst the result a second time in the inbox.
 */
async function storeUnderClaim<Framework>(
  claim: HeldClaim,
  event: ParsedEvent,
  inbox: (framework: Framework) => Inbox,
  namespace: string | undefined,
  context: DeliveryContext<Framework>,
): Promise<Accepted | Duplicate> {
  try {
    const stored = await storeEvent(event, inbox, namespace, context);
    await claim.commit();
    return stored;
  } catch (error) {
    // Not awaited: a store that hangs must not hide the error. The lease ends on its own.
    void context.waitUntil(claim.release());
    throw error;
  }
}

function describe(answer: unknown): string {
  return typeof answer === 'string' ? `'${answer}'` : typeof answer;
}
