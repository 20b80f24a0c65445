import type { EventEnvelope } from './events/webhook-event.js';
import type { MaybePromise } from './maybe-promise.js';

/**
 * Durable storage between the ack and the processing. With one, a delivery is acked 202 once its event is stored, and
 * workers hand it to `receiver.dispatch` later.
 */
export interface Inbox {
  /**
   * Stores the event so that it survives this process, and only then resolves. `'duplicate'`: the key was stored before.
   * A rejected promise means that the event is not safe; the delivery is answered 503.
   */
  store(event: EventEnvelope, entry: InboxEntry): MaybePromise<'stored' | 'duplicate'>;
}

/** What goes with an event into the inbox. */
export interface InboxEntry {
  /** The dedupe key: namespace and event id. */
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}
