import { attempt, type ReceivedMessage } from './attempt.js';
import type { ConsumerSettings } from './consumer-settings.js';

// The parts that are read. The types of @types/aws-lambda are accepted as they are.

/** What Lambda passes to a function with an SQS trigger. */
export interface SqsEvent {
  readonly Records: readonly SqsRecord[];
}

/** A message of the queue. */
export interface SqsRecord {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly attributes: {
    readonly ApproximateReceiveCount: string;
    readonly MessageGroupId?: string | undefined;
  };
}

/** Names the messages that are not done. Lambda deletes the others: the trigger needs `ReportBatchItemFailures`. */
export interface SqsBatchResponse {
  readonly batchItemFailures: { itemIdentifier: string }[];
}

/** The part of a function's context that is read. */
export interface SqsLambdaContext {
  /** Milliseconds until Lambda ends the invocation. */
  getRemainingTimeInMillis(): number;
}

// Milliseconds for what comes after a handler that was aborted.
const STOP_MARGIN = 1000;

/** Processes the messages of an event, groups of a FIFO queue at once and the messages of a group one by one. */
export async function handleRecords(
  event: SqsEvent,
  context: SqsLambdaContext | undefined,
  settings: ConsumerSettings,
): Promise<SqsBatchResponse> {
  const records: unknown = event?.Records;
  if (!Array.isArray(records)) {
    throw new TypeError(
      "event: expected the records of an SQS trigger. For requests, use webhook of '@screening-webhooks/aws/lambda'.",
    );
  }
  const controller = new AbortController();
  const remaining = context?.getRemainingTimeInMillis?.();
  const timer =
    remaining === undefined
      ? undefined
      : setTimeout(
          () => controller.abort(new Error("The function's time is over.")),
          Math.max(0, remaining - STOP_MARGIN),
        );
  try {
    const groups = [...groupsOf(event.Records)];
    const failed = await Promise.all(
      groups.map((group) => handleGroup(group, settings, controller.signal)),
    );
    return { batchItemFailures: failed.flat() };
  } finally {
    clearTimeout(timer);
  }
}

/** Stops at the first message that is not done: those behind it must not overtake it. */
async function handleGroup(
  records: readonly SqsRecord[],
  settings: ConsumerSettings,
  signal: AbortSignal,
): Promise<{ itemIdentifier: string }[]> {
  for (const [index, record] of records.entries()) {
    const isDone = !signal.aborted && (await attempt(toMessage(record), settings, signal, false));
    if (!isDone)
      return records.slice(index).map(({ messageId }) => ({ itemIdentifier: messageId }));
  }
  return [];
}

function groupsOf(records: readonly SqsRecord[]): Iterable<readonly SqsRecord[]> {
  const groups = new Map<string, SqsRecord[]>();
  for (const record of records) {
    // On a standard queue each message is a group of its own.
    const group = record.attributes.MessageGroupId ?? `message ${record.messageId}`;
    groups.set(group, [...(groups.get(group) ?? []), record]);
  }
  return groups.values();
}

function toMessage({ body, receiptHandle, attributes }: SqsRecord): ReceivedMessage {
  return { body, receiptHandle, attempts: Number(attributes.ApproximateReceiveCount) };
}
