import type { MaybePromise } from '../async/maybe-promise.js';
import type { EventEnvelope } from '../events/webhook-event.js';
import type { DispatchOutcome } from '../outcome/outcome.js';

/**
 * Durable storage between the ack and the processing. A delivery is acked 202 once its event is stored; workers pass it
 * to `receiver.dispatch` later.
 */
export interface Inbox {
  /**
   * Stores the event so that it survives this process, and only then resolves. `'duplicate'`: the key was stored before,
   * processed or not. A rejected promise means that the event is not safe; the delivery is answered 503.
   */
  store(event: EventEnvelope, entry: InboxEntry): MaybePromise<'stored' | 'duplicate'>;
}

/** Stored with an event in the inbox. */
export interface InboxEntry {
  /** The dedupe key: namespace and event id. */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** An inbox with its own workers. */
export interface WorkableInbox extends Inbox {
  /**
   * Passes stored events to `process` until the worker is stopped. An event is done when its outcome is `processed`,
   * `ignored` or `discarded`. After `failed` it is tried again with a growing delay, until its attempts are used up; then,
   * or after `rejected`, it is a dead letter.
   *
   * @example
   * const worker = await inbox.work(receiver.dispatch);
   */
  work(process: InboxProcess, options?: InboxWorkOptions): Promise<InboxWorker>;
  /** From now on no event is started in any process, until `resume`. Events are still stored. */
  pause(): Promise<void>;
  /** Ends a `pause`, in all processes. */
  resume(): Promise<void>;
  /** The dead letters, newest first. Events that cannot be read are among them. */
  deadLetters(options?: { readonly limit?: number | undefined }): Promise<readonly DeadLetter[]>;
  /**
   * Queues events again, with all their attempts. Resolves with their number. An event that cannot be
   * queued, because its row is locked, say, keeps no other: its error goes to `onError`.
   */
  replay(which: ReplayRange): Promise<number>;
}

/** Processes one event: `receiver.dispatch`, or a function around it. */
export type InboxProcess = (
  event: EventEnvelope,
  context: { readonly signal: AbortSignal },
) => Promise<DispatchOutcome>;

/** Options of `work`. */
export interface InboxWorkOptions {
  /** Events processed at once by this worker. Default 10. */
  readonly concurrency?: number | undefined;
}

/** A running worker. */
export interface InboxWorker {
  /**
   * Takes no more events, and resolves when those in progress have ended. At the timeout (milliseconds, default 30,000)
   * their signals abort, and another worker tries the unfinished events again.
   */
  stop(options?: { readonly timeout?: number | undefined }): Promise<void>;
}

/** An accepted event whose processing was given up. */
export interface DeadLetter {
  /**
   * When what is stored of it is damaged or gone, its type is `(unreadable)`, its `data` null, and its `id` empty if that is not
   * known.
   */
  readonly event: EventEnvelope;
  /** The number of attempts. */
  readonly attempts: number;
  /** The error of the last attempt, as text. */
  readonly reason: string;
  /** Milliseconds since the epoch. */
  readonly givenUpAt: number;
}

/** The events to queue again: one by its id, or those received in a time range (milliseconds since the epoch). */
export type ReplayRange =
  | { readonly id: string }
  | {
      readonly since: number;
      readonly until?: number | undefined;
      readonly deadOnly?: boolean | undefined;
    };

/** Retries, order and retention of an inbox. */
export interface InboxOptions {
  /** Attempts before an event is a dead letter. Default 10. */
  readonly attempts?: number | undefined;
  /** Milliseconds before the second attempt; doubled for each further one. Default 1,000. */
  readonly backoff?: number | undefined;
  /** The longest wait between two attempts, in milliseconds. Default 3,600,000. */
  readonly maxBackoff?: number | undefined;
  /**
   * Events with the same value of this field of their record are processed one after the other, in the order received.
   * Default: no order.
   */
  readonly orderBy?: 'integrationId' | 'verificationId' | undefined;
  /** Milliseconds that done events and dead letters are kept, and their ids remembered. Default 7 days. */
  readonly retention?: number | undefined;
}
