import { ignoreErrors } from '../async/ignore-errors.js';
import { ignoreNestedPromises } from '../async/ignore-promise.js';
import type { Claim, DedupeStore } from '../dedupe/dedupe-store.js';
import { createOwnerToken } from '../dedupe/owner-token.js';
import type { ParsedEvent } from '../events/parse-event.js';
import type { Inbox } from '../inbox/inbox.js';
import {
  type Accepted,
  type Duplicate,
  type InProgress,
  inProgress,
  type Unavailable,
  unavailable,
} from '../outcome/outcome.js';
import { awaitDependency } from './await-dependency.js';
import { eventKey, storedKey } from './dedupe-key.js';
import type { DeliveryContext } from './delivery-context.js';
import { releaseLost } from './release-lost.js';
import type { ReceiverSettings } from './settings.js';

type Stored = Accepted | Duplicate | InProgress | Unavailable;

/** Hands the event, as it was sent, to the inbox. `accepted` only when the inbox says that the event is stored. */
export async function storeInInbox<Framework>(
  event: ParsedEvent,
  inbox: NonNullable<ReceiverSettings<Framework>['inbox']>,
  namespace: string | undefined,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
): Promise<Stored> {
  const storing = settings.reconciliation
    ? storeOnce(event, inbox, namespace, context, settings)
    : store(event, inbox, namespace, context);
  return awaitDependency(storing, context.deadline, 'inbox');
}

async function store<Framework>(
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
 * Stores an event unless one of the same result is stored already: the inbox compares ids alone. A crash between the
 * inbox and the commit leaves a lease that ends, and at worst the result a second time in the inbox.
 */
async function storeOnce<Framework>(
  event: ParsedEvent,
  inbox: (framework: Framework) => Inbox,
  namespace: string | undefined,
  context: DeliveryContext<Framework>,
  settings: ReceiverSettings<Framework>,
): Promise<Stored> {
  // Not the key that a worker of the inbox may claim: stored and processed are two things.
  const key = storedKey(event, namespace);
  const owner = createOwnerToken();
  let dedupe: DedupeStore;
  try {
    dedupe = settings.dedupe(context.framework);
  } catch (error) {
    return unavailable('dedupe', error);
  }
  let claimed: Claim;
  try {
    claimed = await dedupe.claim(key, owner, settings.times.lease);
  } catch (error) {
    context.waitUntil(releaseLost(dedupe, { key, owner }));
    return unavailable('dedupe', error);
  }
  if (claimed === 'done') return { kind: 'duplicate' };
  if (claimed !== 'acquired') return inProgress(claimed.busyForMs);
  try {
    const stored = await store(event, inbox, namespace, context);
    await ignoreErrors(() => dedupe.commit(key, owner, settings.times.retention));
    return stored;
  } catch (error) {
    // Not awaited: a store that hangs must not hide the error. The lease ends on its own.
    context.waitUntil(ignoreErrors(() => dedupe.release(key, owner)));
    throw error;
  }
}

function describe(answer: unknown): string {
  return typeof answer === 'string' ? `'${answer}'` : typeof answer;
}
