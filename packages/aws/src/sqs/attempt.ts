import { setMaxListeners } from 'node:events';
import { ChangeMessageVisibilityCommand, DeleteMessageCommand } from '@aws-sdk/client-sqs';
import {
  abortable,
  ignoreErrors,
  queueRetryDelay,
  within,
} from '@screening-webhooks/core/store-kit';
import type { ConsumerSettings, SqsObservation } from './consumer-settings.js';
import { processMessage } from './process-message.js';

/** A message that SQS has delivered. */
export interface ReceivedMessage {
  readonly body: string | undefined;
  readonly receiptHandle: string;
  /** How often it was delivered, this time included. */
  readonly attempts: number;
}

/** How what runs is ended. */
export interface Ending {
  /** Aborts first: handlers are told. */
  readonly signal: AbortSignal;
  /** Aborts later: what has not ended by then has failed, and nothing more is sent to SQS. */
  readonly over: AbortSignal;
}

/** A controller for {@link Ending}. Each attempt listens, and Node warns of more than ten. */
export function createController(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

// Seconds. A message may be invisible for 12 hours since it was received, its processing included:
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ChangeMessageVisibility.html
const LONGEST_DELAY = 39_600;

// Milliseconds that SQS has for an answer. A message about which nothing was said becomes visible by itself.
const ANSWER_TIMEOUT = 10_000;

/**
 * Processes a message, keeps it invisible meanwhile, and has it tried again unless it is done. Never rejects, and ends when
 * the time is over, whatever the handler, the store and SQS do.
 *
 * @param deletes Whether a message that is done is deleted here. Lambda does it by itself.
 * @returns Whether the message is done.
 */
export async function attempt(
  message: ReceivedMessage,
  settings: ConsumerSettings,
  ending: Ending,
  deletes: boolean,
): Promise<boolean> {
  const stopRenewal = keepInvisible(message, settings, ending.over);
  const { id, outcome } = await processMessage(message.body, { ...settings, ...ending });
  stopRenewal();
  const retryAfter = queueRetryDelay(outcome, message.attempts, settings, LONGEST_DELAY);
  const failure = await settle(message, settings, ending.over, retryAfter, deletes);
  const observation: SqsObservation = {
    ...(id === undefined ? {} : { id }),
    attempts: message.attempts,
    outcome,
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...failure,
  };
  // Documented: an error of the observer is ignored.
  void ignoreErrors(() => settings.observe?.(observation));
  return retryAfter === undefined;
}

/** Renews the visibility timeout every third of it, until it is stopped. */
function keepInvisible(
  message: ReceivedMessage,
  settings: ConsumerSettings,
  over: AbortSignal,
): () => void {
  const seconds = Math.ceil(settings.visibilityTimeout / 1000);
  // A renewal that fails changes nothing yet: the next one comes before the message is visible.
  const timer = setInterval(
    () => void ignoreErrors(() => changeVisibility(message, settings, over, seconds)),
    settings.visibilityTimeout / 3,
  );
  return () => clearInterval(timer);
}

async function settle(
  message: ReceivedMessage,
  settings: ConsumerSettings,
  over: AbortSignal,
  retryAfter: number | undefined,
  deletes: boolean,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    if (retryAfter !== undefined) await changeVisibility(message, settings, over, retryAfter);
    else if (deletes) await deleteMessage(message, settings, over);
    return undefined;
  } catch (error) {
    return { error };
  }
}

function changeVisibility(
  { receiptHandle }: ReceivedMessage,
  { client, queueUrl }: ConsumerSettings,
  over: AbortSignal,
  seconds: number,
): Promise<unknown> {
  const command = new ChangeMessageVisibilityCommand({
    QueueUrl: queueUrl,
    ReceiptHandle: receiptHandle,
    VisibilityTimeout: seconds,
  });
  return limited(over, (options) => client.send(command, options));
}

function deleteMessage(
  { receiptHandle }: ReceivedMessage,
  { client, queueUrl }: ConsumerSettings,
  over: AbortSignal,
): Promise<unknown> {
  const command = new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receiptHandle });
  return limited(over, (options) => client.send(command, options));
}

function limited(
  over: AbortSignal,
  send: (options: { readonly abortSignal: AbortSignal }) => Promise<unknown>,
): Promise<unknown> {
  over.throwIfAborted();
  const controller = new AbortController();
  const sending = send({ abortSignal: controller.signal });
  return within(abortable(over, sending), ANSWER_TIMEOUT, 'SQS', () => controller.abort());
}
