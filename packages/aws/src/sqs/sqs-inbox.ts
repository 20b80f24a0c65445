import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Claim, DedupeStore, Inbox, InboxOptions } from '@screening-webhooks/core';
import {
  checkDedupeStore,
  checkMilliseconds,
  checkNames,
  createOwnerToken,
  ignoreErrors,
  type OptionNames,
  within,
} from '@screening-webhooks/core/store-kit';
import { checkSdkClient } from '../check-sdk-client.js';
import { checkQueueUrl, isFifo, STORE_FIX } from './check-queue.js';
import { fifoAttributes, toBody } from './queued-event.js';

/** Options of {@link sqsInbox}. */
export interface SqsInboxOptions {
  /** The URL of the queue. That of a FIFO queue ends with `.fifo`. */
  readonly queueUrl: string;
  /**
   * On a FIFO queue, events with the same value of this field of their record are processed one after the other, in the
   * order received. Default: no order.
   */
  readonly orderBy?: InboxOptions['orderBy'];
  /**
   * Milliseconds after which an id is free again when its send does not return. Default 30,000: less than the service waits
   * before its first retry.
   */
  readonly lease?: number;
  /** Milliseconds that the id of a stored event is remembered. Default 7 days. */
  readonly retention?: number;
  /**
   * Milliseconds after which a send without an answer rejects, all attempts of the SDK included. Default 5,000. It must be
   * shorter than the receiver's `ackTimeout`.
   */
  readonly timeout?: number;
}

const optionNames: OptionNames<SqsInboxOptions> = {
  queueUrl: true,
  orderBy: true,
  lease: true,
  retention: true,
  timeout: true,
};

// 256 KiB, which every queue takes. Some are set to take more, which is not asked here.
const LARGEST_MESSAGE = 262_144;

/**
 * An {@link Inbox} on a standard or a FIFO queue of Amazon SQS. `store` resolves with `'stored'` when the queue has the
 * event, and with `'duplicate'` when an earlier delivery was sent. A crash in between leaves a lease that ends, and at worst
 * a second message, which `sqsConsumer` drops if it has the same store. An event of more than 256 KiB rejects with a
 * RangeError; the delivery is answered 503.
 *
 * @throws TypeError when `client` is not an SQS client of the SDK version 3, when `store` is not a DedupeStore, or for a
 * malformed option.
 * @example
 * webhook({ secret, inbox: sqsInbox(new SQSClient(), dynamoStore(dynamo, { tableName }), { queueUrl }), handlers });
 */
export function sqsInbox(client: SQSClient, store: DedupeStore, options: SqsInboxOptions): Inbox {
  checkSdkClient(client, { serviceId: 'SQS', className: 'SQSClient' });
  checkDedupeStore(store, 'store', STORE_FIX);
  const queueUrl = checkQueueUrl(options, 'sqsInbox(client, store, { queueUrl })');
  checkNames(options, optionNames, 'sqsInbox');
  const orderBy = checkOrder(options.orderBy, queueUrl);
  const lease = checkMilliseconds('lease', options.lease, 30_000);
  const timeout = checkMilliseconds('timeout', options.timeout, 5000);
  const retention = checkMilliseconds('retention', options.retention, 604_800_000, {
    most: Number.MAX_SAFE_INTEGER,
  });

  async function send(message: SendMessageCommand): Promise<void> {
    const controller = new AbortController();
    const sending = client.send(message, { abortSignal: controller.signal });
    await within(sending, timeout, 'SQS', () => controller.abort());
  }

  return {
    async store(event, entry) {
      const body = toBody(event, entry);
      checkSize(body, event.id);
      const claimKey = acceptedKey(entry.key);
      const owner = createOwnerToken();
      const claim = await claimOrWait(store, claimKey, owner, { lease, timeout });
      if (claim === 'done') return 'duplicate';
      // The event is not in the queue yet, so it is not a duplicate: the delivery is answered 503, and the service retries.
      if (claim !== 'acquired') throw new Error('Another delivery of this event is being stored.');
      try {
        await send(
          new SendMessageCommand({
            QueueUrl: queueUrl,
            MessageBody: body,
            ...(isFifo(queueUrl) && fifoAttributes({ event, key: entry.key }, orderBy)),
          }),
        );
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

/** Another delivery that is storing the event ends soon, and then says whether it is stored. */
async function claimOrWait(
  store: DedupeStore,
  key: string,
  owner: string,
  { lease, timeout }: { readonly lease: number; readonly timeout: number },
): Promise<Claim> {
  const end = performance.now() + timeout;
  for (let pause = 20; ; pause = Math.min(2 * pause, 500)) {
    const claim = await store.claim(key, owner, lease);
    if (typeof claim === 'string' || performance.now() + pause > end) return claim;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/**
 * The key under which an event is accepted. It is processed under another key, so these are two claims. In the keys of
 * receivers a percent sign is always part of an escape, so none begins like this.
 */
function acceptedKey(key: string): string {
  return `%accepted:${key}`;
}

function checkSize(body: string, id: string): void {
  const size = Buffer.byteLength(body);
  if (size <= LARGEST_MESSAGE) return;
  throw new RangeError(
    `sqsInbox: event ${id} takes ${size} bytes as a message, and SQS carries ${LARGEST_MESSAGE}. Receive such events without an inbox.`,
  );
}

function checkOrder(orderBy: unknown, queueUrl: string): InboxOptions['orderBy'] {
  if (orderBy === undefined) return undefined;
  if (orderBy !== 'integrationId' && orderBy !== 'verificationId') {
    throw new TypeError(
      `orderBy: expected 'integrationId' or 'verificationId', got ${String(orderBy)}. Leave it out for no order.`,
    );
  }
  if (isFifo(queueUrl)) return orderBy;
  throw new TypeError(
    'orderBy: a standard queue keeps no order. Give the URL of a FIFO queue, which ends with .fifo, or leave it out.',
  );
}
