import type { SQSClient } from '@aws-sdk/client-sqs';
import type { DedupeStore, InboxProcess } from '@screening-webhooks/core';
import {
  checkDedupeStore,
  checkMilliseconds,
  checkNames,
  type OptionNames,
} from '@screening-webhooks/core/store-kit';
import { checkSdkClient } from '../check-sdk-client.js';
import { checkQueueUrl, STORE_FIX } from './check-queue.js';
import type { SqsOutcome } from './process-message.js';

/** An attempt at a message, or a failure to receive any. */
export interface SqsObservation {
  /** The event's id; undefined when there is no event. */
  readonly id?: string;
  /** How often SQS has delivered the message, this time included; 0 when none was received. */
  readonly attempts: number;
  readonly outcome: SqsOutcome;
  /** Seconds until the message is visible again; undefined when it is done. */
  readonly retryAfter?: number;
  /** The error that SQS answered to the delete or to the delay. The message then becomes visible with its timeout. */
  readonly error?: unknown;
}

/** Options of `sqsConsumer`. */
export interface SqsConsumerOptions {
  /** The URL of the queue. */
  readonly queueUrl: string;
  /**
   * Milliseconds that a message is invisible to other consumers, in whole seconds. Renewed every third of it while the
   * handler runs. Default 30,000. In a Lambda function the queue's own value counts until the first renewal.
   */
  readonly visibilityTimeout?: number | undefined;
  /** Milliseconds before the second attempt; doubled for each further one. SQS counts whole seconds. Default 1,000. */
  readonly backoff?: number | undefined;
  /** The longest wait between two attempts, in milliseconds. Default 3,600,000; SQS allows less than 12 hours. */
  readonly maxBackoff?: number | undefined;
  /** Milliseconds after which the claim of a consumer that has crashed ends. Renewed while the handler runs. Default 60,000. */
  readonly lease?: number | undefined;
  /** Milliseconds that a processed event is remembered. Must exceed the time that the queue keeps messages. Default 7 days. */
  readonly retention?: number | undefined;
  /** Sees each attempt. Errors that it throws are ignored. */
  readonly observe?: ((observation: SqsObservation) => void) | undefined;
}

const optionNames: OptionNames<SqsConsumerOptions> = {
  queueUrl: true,
  visibilityTimeout: true,
  backoff: true,
  maxBackoff: true,
  lease: true,
  retention: true,
  observe: true,
};

/** The options, checked and with defaults, and what the consumer was given. Durations in milliseconds. */
export interface ConsumerSettings {
  readonly client: SQSClient;
  readonly process: InboxProcess;
  readonly store: DedupeStore;
  readonly queueUrl: string;
  readonly visibilityTimeout: number;
  readonly backoff: number;
  readonly maxBackoff: number;
  readonly lease: number;
  readonly retention: number;
  readonly observe: SqsConsumerOptions['observe'];
}

/** @throws TypeError for a malformed argument or option, naming it and the fix. */
export function consumerSettings(
  client: SQSClient,
  process: InboxProcess,
  store: DedupeStore,
  options: SqsConsumerOptions,
): ConsumerSettings {
  checkSdkClient(client, { serviceId: 'SQS', className: 'SQSClient' });
  if (typeof process !== 'function') {
    throw new TypeError(
      'process: expected a function. Give receiver.dispatch, or a function around it.',
    );
  }
  checkDedupeStore(store, 'store', STORE_FIX);
  const queueUrl = checkQueueUrl(options, 'sqsConsumer(client, process, store, { queueUrl })');
  checkNames(options, optionNames, 'sqsConsumer');
  const anyDuration = { most: Number.MAX_SAFE_INTEGER };
  return {
    client,
    process,
    store,
    queueUrl,
    visibilityTimeout: checkMilliseconds('visibilityTimeout', options.visibilityTimeout, 30_000, {
      least: 1000,
      most: 43_200_000,
    }),
    backoff: checkMilliseconds('backoff', options.backoff, 1000, anyDuration),
    maxBackoff: checkMilliseconds('maxBackoff', options.maxBackoff, 3_600_000, anyDuration),
    lease: checkMilliseconds('lease', options.lease, 60_000),
    retention: checkMilliseconds('retention', options.retention, 604_800_000, anyDuration),
    observe: options.observe,
  };
}
