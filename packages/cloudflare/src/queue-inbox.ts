import type { DedupeStore, Inbox } from '@screening-webhooks/core';
import {
  checkDedupeStore,
  checkNames,
  createQueueSender,
  type QueuedEvent,
  type QueueSenderOptions,
} from '@screening-webhooks/core/store-kit';
import { checkBinding, STORE_FIX } from './check-binding.js';

/** The part of a Queues producer binding that is used. */
export interface QueueBinding {
  send(body: unknown): Promise<unknown>;
}

/** Options of {@link queueInbox}. */
export type QueueInboxOptions = QueueSenderOptions;

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
  checkNames(options, { lease: true, retention: true, timeout: true }, 'queueInbox');
  const sendOnce = createQueueSender(store, 'Queues', options);

  return {
    async store(event, { key, receivedAt }) {
      const message: QueuedEvent = { event, key, receivedAt };
      checkSize(message);
      return sendOnce(key, () => queue.send(message));
    },
  };
}

function checkSize(message: QueuedEvent): void {
  const size = new TextEncoder().encode(JSON.stringify(message)).length;
  if (size <= LARGEST_MESSAGE) return;
  throw new RangeError(
    `queueInbox: event ${message.event.id} takes ${size} bytes as a message, and Queues carries at most ${LARGEST_MESSAGE}. Receive such events without an inbox.`,
  );
}
