import type { DedupeStore, Inbox } from '@screening-webhooks/core';
import {
  checkDedupeStore,
  checkMilliseconds,
  checkNames,
  createOwnerToken,
  ignoreErrors,
  type QueuedEvent,
} from '@screening-webhooks/core/store-kit';
import { checkBinding, STORE_FIX } from './check-binding.js';

/** The part of a Queues producer binding that is used. */
export interface QueueBinding {
  send(body: unknown): Promise<unknown>;
}

/** Options of {@link queueInbox}. */
export interface QueueInboxOptions {
  /**
   * Milliseconds after which an id is free again when its send does not return. Default 30,000: less than the sender waits
   * before its first retry.
   */
  readonly lease?: number;
  /** Milliseconds that the id of a stored event is remembered. Default 7 days. */
  readonly retention?: number;
}

// A message may have 128 KB, of which the platform uses about 100 bytes itself
// (https://developers.cloudflare.com/queues/platform/limits/). The rest is a margin for the platform's encoding.
const LARGEST_MESSAGE = 127_000;

/**
 * An {@link Inbox} on Cloudflare Queues. `store` resolves with `'stored'` when the queue has the event, and with
 * `'duplicate'` when an earlier delivery was sent. A crash in between leaves a lease that ends, and at worst a second
 * message, which `queueConsumer` drops if it uses the same store. An event of more than 127,000 bytes rejects with a
 * RangeError; the delivery is answered 503.
 *
 * @throws TypeError when `queue` is not a producer binding, when `store` is not a DedupeStore, or for a malformed option.
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
  checkDedupeStore(store, 'store', STORE_FIX);
  checkNames(options, { lease: true, retention: true }, 'queueInbox');
  const lease = checkMilliseconds('lease', options.lease, 30_000);
  const retention = checkMilliseconds('retention', options.retention, 604_800_000, {
    most: Number.MAX_SAFE_INTEGER,
  });

  return {
    async store(event, { key, receivedAt }) {
      const message: QueuedEvent = { event, key, receivedAt };
      checkSize(message);
      const claimKey = acceptedKey(key);
      const owner = createOwnerToken();
      const claim = await store.claim(claimKey, owner, lease);
      if (claim === 'done') return 'duplicate';
      // The event is not in the queue yet, so it is not a duplicate: the delivery is answered 503, and the sender retries.
      if (claim !== 'acquired') throw new Error('Another delivery of this event is being stored.');
      try {
        await queue.send(message);
      } catch (error) {
        // A claim that is not released ends with its lease.
        await ignoreErrors(() => store.release(claimKey, owner));
        throw error;
      }
      // The event is stored even if the commit fails. Then the next delivery sends a second message.
      await ignoreErrors(() => store.commit(claimKey, owner, retention));
      return 'stored';
    },
  };
}

/**
 * The key under which an event is accepted. It is processed under another key, so these are two claims. In the keys of
 * receivers a percent sign is always part of an escape, so none begins like this.
 */
function acceptedKey(key: string): string {
  return `%accepted:${key}`;
}

function checkSize(message: QueuedEvent): void {
  const size = new TextEncoder().encode(JSON.stringify(message)).length;
  if (size <= LARGEST_MESSAGE) return;
  throw new RangeError(
    `queueInbox: event ${message.event.id} takes ${size} bytes as a message, and Queues carries at most ${LARGEST_MESSAGE}. Receive such events without an inbox.`,
  );
}
