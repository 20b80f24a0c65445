import type { ParsedEvent } from '../events/parse-event.js';
import { type Deadline, startDeadline } from './deadline.js';
import type { Delivery, ReceiveContext } from './delivery.js';

/** A delivery at our door: the clock is running. */
export interface Arrival<Framework> extends Passage<Framework> {
  readonly delivery: Delivery;
}

/** The way of one event through the pipeline. */
export interface Passage<Framework> {
  readonly framework: Framework;
  /** Never throws. */
  readonly waitUntil: (work: Promise<unknown>) => void;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly deadline: Deadline;
  readonly facts: Facts;
}

/** What came to light about a delivery on its way, for the observer. */
interface Facts {
  bodyBytes?: number;
  timestamp?: number;
  secretIndex?: number;
  event?: ParsedEvent;
}

/** Starts the ack deadline of a delivery. */
export function arrive<Framework>(
  delivery: Delivery,
  context: ReceiveContext<Framework> | undefined,
  settings: { readonly now: () => number; readonly ackTimeout: number },
): Arrival<Framework> {
  const now = settings.now();
  const receivedAt = delivery.receivedAt ?? now;
  const ackBy = settings.ackTimeout - Math.max(0, now - receivedAt);
  return { delivery, ...depart(context, receivedAt, ackBy) };
}

/** Starts a deadline, of so many milliseconds. */
export function depart<Framework>(
  context: ReceiveContext<Framework> | undefined,
  receivedAt: number,
  remainingMs: number,
): Passage<Framework> {
  return {
    // ContextArguments makes it present wherever resolvers or handlers were written for a framework.
    framework: context?.framework as Framework,
    waitUntil(work) {
      try {
        context?.waitUntil?.(work);
      } catch {
        // The work goes on under its claim, for as long as the runtime lets it: no reason to answer otherwise.
      }
    },
    receivedAt,
    deadline: startDeadline(remainingMs),
    facts: {},
  };
}
