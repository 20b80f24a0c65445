import { ChangeMessageVisibilityCommand, DeleteMessageCommand } from '@aws-sdk/client-sqs';
import { ignoreErrors, queueRetryDelay, within } from '@screening-webhooks/core/store-kit';
import type { ConsumerSettings, SqsObservation } from './consumer-settings.js';
import { processMessage } from './process-message.js';

/** A message that SQS has delivered. */
export interface ReceivedMessage {
  readonly body: string | undefined;
  readonly receiptHandle: string;
  /** How often it was delivered, this time included. */
  readonly attempts: number;
}

// Seconds. A message may be invisible for 12 hours since it was received, its processing included:
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ChangeMessageVisibility.html
const LONGEST_DELAY = 39_600;

// Milliseconds that SQS has for an answer. A message about which nothing was said becomes visible by itself.
const ANSWER_TIMEOUT = 10_000;

/**
 * Processes a message, keeps it invisible meanwhile, and has it tried again unless it is done. Never rejects.
 *
 * @param deletes Whether a message that is done is deleted here. Lambda does it by itself.
 * @returns Whether the message is done.
 */
export async function attempt(
  message: ReceivedMessage,
  settings: ConsumerSettings,
  signal: AbortSignal,
  deletes: boolean,
): Promise<boolean> {
  const stopRenewal = keepInvisible(message, settings);
  const { id, outcome } = await processMessage(message.body, { ...settings, signal });
  stopRenewal();
  const retryAfter = queueRetryDelay(outcome, message.attempts, settings, LONGEST_DELAY);
  const failure = await settle(message, settings, retryAfter, deletes);
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
function keepInvisible(message: ReceivedMessage, settings: ConsumerSettings): () => void {
  const seconds = Math.ceil(settings.visibilityTimeout / 1000);
  // A renewal that fails changes nothing yet: the next one comes before the message is visible.
  const timer = setInterval(
    () => void ignoreErrors(() => changeVisibility(message, settings, seconds)),
    settings.visibilityTimeout / 3,
  );
  return () => clearInterval(timer);
}

async function settle(
  message: ReceivedMessage,
  settings: ConsumerSettings,
  retryAfter: number | undefined,
  deletes: boolean,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    if (retryAfter !== undefined) await changeVisibility(message, settings, retryAfter);
    else if (deletes) await deleteMessage(message, settings);
    return undefined;
  } catch (error) {
    return { error };
  }
}

function changeVisibility(
  { receiptHandle }: ReceivedMessage,
  { client, queueUrl }: ConsumerSettings,
  seconds: number,
): Promise<unknown> {
  const command = new ChangeMessageVisibilityCommand({
    QueueUrl: queueUrl,
    ReceiptHandle: receiptHandle,
    VisibilityTimeout: seconds,
  });
  return limited((options) => client.send(command, options));
}

function deleteMessage(
  { receiptHandle }: ReceivedMessage,
  { client, queueUrl }: ConsumerSettings,
): Promise<unknown> {
  const command = new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: receiptHandle });
  return limited((options) => client.send(command, options));
}

function limited(
  send: (options: { readonly abortSignal: AbortSignal }) => Promise<unknown>,
): Promise<unknown> {
  const controller = new AbortController();
  const sending = send({ abortSignal: controller.signal });
  return within(sending, ANSWER_TIMEOUT, 'SQS', () => controller.abort());
}
