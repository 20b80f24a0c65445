import { Alarms } from '../alarms.js';
import type { ParsedEvent } from '../events/parse-event.js';
import { Deadline } from './deadline.js';
import type { Delivery, ReceiveContext } from './delivery.js';

/** What came to light about a delivery on its way, for the observer. */
interface Facts {
  bodyBytes?: number;
  timestamp?: number;
  secretIndex?: number;
  event?: ParsedEvent;
}

/** The way of one event through the pipeline. The clock is running. */
export class Passage<Framework> {
  readonly framework: Framework;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly alarms: Alarms = new Alarms();
  readonly deadline: Deadline;
  readonly facts: Facts = {};
  readonly #context: ReceiveContext<Framework> | undefined;

  /** @param remainingMs Milliseconds until its deadline. */
  constructor(
    context: ReceiveContext<Framework> | undefined,
    receivedAt: number,
    remainingMs: number,
  ) {
    // ContextArguments makes it present wherever resolvers or handlers were written for a framework.
    this.framework = context?.framework as Framework;
    this.receivedAt = receivedAt;
    this.deadline = new Deadline(this.alarms, remainingMs);
    this.#context = context;
  }

  /** Never throws. */
  waitUntil(work: Promise<unknown>): void {
    try {
      this.#context?.waitUntil?.(work);
    } catch {
      // The work goes on under its claim, for as long as the runtime lets it: no reason to answer otherwise.
    }
  }
}

/** Starts the ack deadline of a delivery. */
export function arrive<Framework>(
  delivery: Delivery,
  context: ReceiveContext<Framework> | undefined,
  settings: { readonly now: () => number; readonly ackTimeout: number },
): Passage<Framework> {
  const now = settings.now();
  const receivedAt = delivery.receivedAt ?? now;
  return new Passage(context, receivedAt, settings.ackTimeout - Math.max(0, now - receivedAt));
}
