import { attempt, createController, type Ending, type ReceivedMessage } from './attempt.js';
import type { ConsumerSettings } from './consumer-settings.js';

// The parts that are read. The types of @types/aws-lambda are accepted as they are.

/** The event that Lambda passes to a function with an SQS trigger. */
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

/** A record, of which any part may be missing. */
type DamagedRecord = Partial<SqsRecord> | null;

// Milliseconds before the end of the function, or half of its time if that is less: handlers are aborted, and have until
// the answer to end. It is given at a third of that, so that it leaves the function before Lambda ends it: Lambda would
// deliver the whole batch again.
const STOP_MARGIN = 1500;

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
  const stopping = new AbortController();
  const over = createController();
  const remaining = context?.getRemainingTimeInMillis?.();
  const timers: NodeJS.Timeout[] = [];
  if (remaining !== undefined) {
    const margin = Math.min(STOP_MARGIN, remaining / 2);
    const reason = new Error("The function's time is over.");
    timers.push(setTimeout(() => stopping.abort(reason), remaining - margin));
    timers.push(setTimeout(() => over.abort(reason), remaining - margin / 3));
  }
  const ending = { signal: stopping.signal, over: over.signal };
  // None rejects, and all end when the time is over.
  const failed = await Promise.all(
    [...groupsOf(event.Records)].map((group) => handleGroup(group, settings, ending)),
  );
  for (const timer of timers) clearTimeout(timer);
  return { batchItemFailures: failed.flat() };
}

/** Stops at the first message that is not done: those behind it must not overtake it. */
async function handleGroup(
  records: readonly DamagedRecord[],
  settings: ConsumerSettings,
  ending: Ending,
): Promise<{ itemIdentifier: string }[]> {
  for (const [index, record] of records.entries()) {
    const isDone =
      !ending.signal.aborted && (await attempt(toMessage(record), settings, ending, false));
    if (!isDone) return records.slice(index).flatMap(toFailure);
  }
  return [];
}

function groupsOf(records: readonly DamagedRecord[]): Iterable<readonly DamagedRecord[]> {
  const groups = new Map<string, DamagedRecord[]>();
  for (const [index, record] of records.entries()) {
    // On a standard queue each message is a group of its own.
    const group = record?.attributes?.MessageGroupId ?? `message ${record?.messageId ?? index}`;
    groups.set(group, [...(groups.get(group) ?? []), record]);
  }
  return groups.values();
}

function toMessage(record: DamagedRecord): ReceivedMessage {
  return {
    body: record?.body,
    receiptHandle: record?.receiptHandle ?? '',
    attempts: Number(record?.attributes?.ApproximateReceiveCount) || 1,
  };
}

// One failure without an id would make Lambda deliver the whole batch again:
// https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
function toFailure(record: DamagedRecord): { itemIdentifier: string }[] {
  return record?.messageId ? [{ itemIdentifier: record.messageId }] : [];
}
