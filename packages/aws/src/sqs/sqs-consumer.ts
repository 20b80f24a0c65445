import type { SQSClient } from '@aws-sdk/client-sqs';
import type {
  DedupeStore,
  InboxProcess,
  InboxWorker,
  InboxWorkOptions,
} from '@screening-webhooks/core';
import { consumerSettings, type SqsConsumerOptions } from './consumer-settings.js';
import {
  handleRecords,
  type SqsBatchResponse,
  type SqsEvent,
  type SqsLambdaContext,
} from './lambda-records.js';
import { startWorker } from './start-worker.js';

/** Processes the messages of a queue, in a Lambda function or in a process of its own. */
export interface SqsConsumer {
  /**
   * A Lambda function for an SQS trigger with `ReportBatchItemFailures`. It processes the messages of a batch at once, those
   * of a FIFO group one after the other, and names those that are to be tried again. Before the function's time is over,
   * it names those that have not ended too, so that none costs the others. It rejects only for an event that is not of SQS:
   * a record that cannot be read has failed. One without a `messageId` cannot be named, so that Lambda deletes it even if it
   * has failed, which only `observe` sees.
   */
  readonly handler: (event: SqsEvent, context?: SqsLambdaContext) => Promise<SqsBatchResponse>;
  /**
   * Starts a worker, which receives messages until it is stopped.
   *
   * @throws TypeError for a malformed option.
   */
  readonly work: (options?: InboxWorkOptions) => InboxWorker;
}

/**
 * The consumer of the messages of `sqsInbox`. Each event runs under a claim in `store`, which must be the inbox's store. A
 * message is done when its outcome is `processed`, `ignored`, `discarded` or `duplicate`. Otherwise it becomes visible
 * again after a growing delay, until the queue's redrive policy moves it to the dead-letter queue. While a handler runs, the
 * message is kept invisible.
 *
 * @throws TypeError for a malformed argument or option. The message names it and the fix.
 * @example
 * const consumer = sqsConsumer(new SQSClient(), receiver.dispatch, store, { queueUrl });
 * export const { handler } = consumer; // a Lambda function
 * const worker = consumer.work({ concurrency: 5 }); // or a process of its own
 */
export function sqsConsumer(
  client: SQSClient,
  process: InboxProcess,
  store: DedupeStore,
  options: SqsConsumerOptions,
): SqsConsumer {
  const settings = consumerSettings(client, process, store, options);
  return {
    // Not variadic: Lambda calls a function with a callback if it has more than two parameters.
    handler: (event, context) => handleRecords(event, context, settings),
    work: (workOptions = {}) => startWorker(settings, workOptions),
  };
}
