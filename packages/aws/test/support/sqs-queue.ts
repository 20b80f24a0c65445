import { createHash, randomUUID } from 'node:crypto';

/** Settings of a queue of the test server. Times are in seconds of the queue. */
export interface QueueOptions {
  readonly fifo?: boolean;
  /** Bytes of a message. Default 1,048,576, as in each new queue since August 2025. */
  readonly maximumMessageSize?: number;
  readonly visibilityTimeout?: number;
  /** The redrive policy: after this many receives, the next receive moves the message. */
  readonly maxReceiveCount?: number;
  readonly deadLetters?: SqsQueue;
}

/** A message in a queue. */
export interface StoredMessage {
  readonly id: string;
  readonly body: string;
  readonly group: string | undefined;
  readonly deduplicationId: string | undefined;
  receipt: string | undefined;
  receives: number;
  /** Milliseconds of the queue's clock. */
  visibleAt: number;
}

/** An error that SQS answers. */
export class SqsError extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

const LARGEST = 1_048_576;
const DEDUPLICATION_MS = 300_000;
const TWELVE_HOURS = 43_200;
// https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
const ALLOWED = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u;
const ATTRIBUTE = /^[A-Za-z0-9!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]{1,128}$/;

/** A queue that keeps visibility, receipts, redrive, groups and deduplication as SQS documents them. */
export class SqsQueue {
  readonly options: QueueOptions;
  messages: StoredMessage[] = [];
  readonly #now: () => number;
  readonly #sent = new Map<string, { readonly id: string; readonly at: number }>();

  /** @param now Milliseconds. */
  constructor(options: QueueOptions, now: () => number) {
    this.options = options;
    this.#now = now;
  }

  send(body: string, group: string | undefined, deduplicationId: string | undefined): string {
    if (body === '' || !ALLOWED.test(body)) {
      throw new SqsError('InvalidMessageContents', 'Invalid characters were found.');
    }
    const { maximumMessageSize = LARGEST } = this.options;
    if (Buffer.byteLength(body) > maximumMessageSize) {
      throw new SqsError(
        'InvalidParameterValue',
        `One or more parameters are invalid. Reason: Message must be shorter than ${maximumMessageSize} bytes.`,
      );
    }
    const attributes = [group, deduplicationId];
    const fits = this.options.fifo
      ? attributes.every((value) => value !== undefined && ATTRIBUTE.test(value))
      : deduplicationId === undefined;
    if (!fits) throw new SqsError('InvalidParameterValue', 'The attributes do not fit the queue.');
    const earlier = deduplicationId === undefined ? undefined : this.#sent.get(deduplicationId);
    if (earlier && this.#now() - earlier.at < DEDUPLICATION_MS) return earlier.id;
    const id = randomUUID();
    if (deduplicationId !== undefined) this.#sent.set(deduplicationId, { id, at: this.#now() });
    const visibleAt = this.#now();
    this.messages.push({
      id,
      body,
      group,
      deduplicationId,
      receipt: undefined,
      receives: 0,
      visibleAt,
    });
    return id;
  }

  /** Takes visible messages, and makes them invisible. */
  receive(most: number, visibilityTimeout: number | undefined): readonly StoredMessage[] {
    const now = this.#now();
    const seconds = visibilityTimeout ?? this.options.visibilityTimeout ?? 30;
    const received: StoredMessage[] = [];
    const blocked = new Set(
      this.messages.filter((each) => isInFlight(each, now)).map(({ group }) => group),
    );
    for (const message of [...this.messages]) {
      if (received.length >= most) break;
      if (message.visibleAt > now) continue;
      if (this.options.fifo && blocked.has(message.group)) continue;
      if (this.#redrive(message)) continue;
      message.receives += 1;
      message.receipt = randomUUID();
      message.visibleAt = now + seconds * 1000;
      received.push(message);
    }
    return received;
  }

  /** With an earlier receipt, the message stays where it is. */
  delete(receipt: string): void {
    this.messages = this.messages.filter((message) => message.receipt !== receipt);
  }

  changeVisibility(receipt: string, seconds: number): void {
    const message = this.messages.find((each) => each.receipt === receipt);
    if (!message) throw new SqsError('ReceiptHandleIsInvalid', 'The receipt handle is not valid.');
    if (!isInFlight(message, this.#now())) {
      throw new SqsError('MessageNotInflight', 'The message is not in flight.');
    }
    if (!Number.isInteger(seconds) || seconds < 0 || seconds > TWELVE_HOURS) {
      throw new SqsError('InvalidParameterValue', 'The visibility timeout is out of range.');
    }
    message.visibleAt = this.#now() + seconds * 1000;
  }

  /** The attributes with the numbers of messages. */
  counts(): Readonly<Record<string, string>> {
    const inFlight = this.messages.filter((each) => isInFlight(each, this.#now())).length;
    return {
      ApproximateNumberOfMessages: String(this.messages.length - inFlight),
      ApproximateNumberOfMessagesNotVisible: String(inFlight),
    };
  }

  /** Milliseconds until the next message is visible, or `undefined` if none will be. */
  untilVisible(): number | undefined {
    const times = this.messages.map(({ visibleAt }) => visibleAt - this.#now());
    const later = times.filter((ms) => ms > 0);
    return later.length > 0 ? Math.min(...later) : undefined;
  }

  #redrive(message: StoredMessage): boolean {
    const { maxReceiveCount = Number.POSITIVE_INFINITY, deadLetters } = this.options;
    if (!deadLetters || message.receives < maxReceiveCount) return false;
    this.messages = this.messages.filter((each) => each !== message);
    deadLetters.messages.push({ ...message, receipt: undefined });
    return true;
  }
}

/** Whether a message was received, and is neither deleted nor visible again. */
function isInFlight({ receipt, visibleAt }: StoredMessage, now: number): boolean {
  return receipt !== undefined && visibleAt > now;
}

/** The hash that the SDK checks bodies with. */
export function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
