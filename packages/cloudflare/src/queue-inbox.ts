import type { DedupeStore, Inbox } from '@screening-webhooks/core';
import { checkBinding } from './check-binding.js';
import { checkMilliseconds, checkStore } from './check-options.js';
import type { QueuedEvent } from './queued-event.js';

/** What is used of a Queues producer binding. */
export interface QueueBinding {
  send(body: unknown): Promise<unknown>;
}

/** Options of {@link queueInbox}. */
export interface QueueInboxOptions {
  /** Milliseconds that an id is kept for a send that stays silent. Default 30,000: less than the sender's first retry takes. */
  readonly lease?: number;
  /** Milliseconds that the id of a stored event is remembered. Default 7 days. */
  readonly retention?: number;
}

// A message may have 128 KB (https://developers.cloudflare.com/queues/platform/limits/), some 100 bytes of them the
// platform's own. The rest is room for what we do not see of its encoding.
const LARGEST_MESSAGE = 127_000;

/**
 * An {@link Inbox} on Cloudflare Queues. `'stored'` is said once the queue has the event, `'duplicate'` when an earlier
 * delivery's send had succeeded. A crash on the way leaves a lease that ends, and at worst a second message, which
 * `queueConsumer` drops when it works on the same store. An event of more than 127,000 bytes is refused: answered 503.
 *
 * @throws TypeError when `queue` is no producer binding, or `store` no DedupeStore.
 * @example
 * webhook({ secret, inbox: (c) => queueInbox(c.env.EVENTS, durableObjectStore(c.env.DEDUPE)), handlers });
 */
export function queueInbox(
  queue: QueueBinding,
  store: DedupeStore,
  options: QueueInboxOptions = {},
): Inbox {
  checkBinding('queue', queue, {
    kind: 'a Queues producer binding',
    methods: ['send'],
    config: 'queues.producers',
  });
  checkStore(store);
  const lease = checkMilliseconds('lease', options.lease, 30_000);
  const retention = checkMilliseconds('retention', options.retention, 604_800_000);

  return {
    async store(event, { key, receivedAt }) {
      const message: QueuedEvent = { event, key, receivedAt };
      checkSize(message);
      const accepted = acceptedKey(key);
      const owner = crypto.randomUUID();
      const claim = await store.claim(accepted, owner, lease);
      if (claim === 'done') return 'duplicate';
      // Not durable yet, so no duplicate either: 503, and the sender asks again.
      if (claim !== 'acquired') throw new Error('Another delivery of this event is being stored.');
      try {
        await queue.send(message);
      } catch (error) {
        await quietly(() => store.release(accepted, owner));
        throw error;
      }
      // The queue has it, whatever the store says now. Without the commit, the next delivery sends a second message.
      await quietly(() => store.commit(accepted, owner, retention));
      return 'stored';
    },
  };
}

/** Beside the key under which the event is processed: accepted and processed are two claims. */
function acceptedKey(key: string): string {
  return `accepted|${key}`;
}

function checkSize(message: QueuedEvent): void {
  const size = new TextEncoder().encode(JSON.stringify(message)).length;
  if (size <= LARGEST_MESSAGE) return;
  throw new RangeError(
    `queueInbox: event ${message.event.id} takes ${size} bytes as a message, and Queues carries at most ${LARGEST_MESSAGE}. Receive such events without an inbox.`,
  );
}

async function quietly(operation: () => unknown): Promise<void> {
  try {
    await operation();
  } catch {
    // The lease ends on its own.
  }
}
