import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { DedupeStore, Inbox, InboxOptions } from '@screening-webhooks/core';
import {
  checkDedupeStore,
  checkNames,
  createQueueSender,
  type OptionNames,
  type QueueSenderOptions,
} from '@screening-webhooks/core/store-kit';
import { checkSdkClient } from '../check-sdk-client.js';
import { checkQueueUrl, isFifo, STORE_FIX } from './check-queue.js';
import { fifoAttributes, toBody } from './queued-event.js';

/** Options of {@link sqsInbox}. */
export interface SqsInboxOptions extends QueueSenderOptions {
  /** The URL of the queue. For a FIFO queue, it ends with `.fifo`. */
  readonly queueUrl: string;
  /**
   * On a FIFO queue, events with the same value of this field of their record are processed one after the other, in the
   * order received. Default: no order.
   */
  readonly orderBy?: InboxOptions['orderBy'] | undefined;
}

const optionNames: OptionNames<SqsInboxOptions> = {
  queueUrl: true,
  orderBy: true,
  lease: true,
  retention: true,
  timeout: true,
};

/**
 * An {@link Inbox} on a standard or a FIFO queue of Amazon SQS. `store` resolves with `'stored'` when the queue has the
 * event, and with `'duplicate'` when an earlier delivery was sent. A crash in between leaves a lease that ends, and at worst
 * a second message, which `sqsConsumer` drops if it has the same store. A message that is larger than the queue's
 * `MaximumMessageSize` rejects with the error of SQS; the delivery is answered 503.
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
  const sendOnce = createQueueSender(store, 'SQS', options);

  return {
    async store(event, entry) {
      const message = new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: toBody(event, entry),
        ...(isFifo(queueUrl) && fifoAttributes({ event, key: entry.key }, orderBy)),
      });
      return sendOnce(entry.key, (abortSignal) => client.send(message, { abortSignal }));
    },
  };
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
