import { Deadline } from '../async/deadline.js';
import type { ParsedEvent } from '../events/parse-event.js';
import type { Delivery, ReceiveContext } from './delivery.js';

/** What the stages have learned about a delivery, for the observer. */
interface Facts {
  bodyBytes?: number;
  timestamp?: number;
  secretIndex?: number;
  event?: ParsedEvent;
}

/** State shared by the stages for one delivery. Constructing it starts the deadline. */
export class DeliveryContext<Framework> {
  readonly framework: Framework;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly facts: Facts = {};
  readonly #context: ReceiveContext<Framework> | undefined;
  readonly #deadlineAt: number;
  #deadline: Deadline | undefined;

  /** @param remainingMs Milliseconds until the deadline. */
  constructor(
    context: ReceiveContext<Framework> | undefined,
    receivedAt: number,
    remainingMs: number,
  ) {
    // ContextArguments requires it wherever resolvers or handlers were written for a framework.
    this.framework = context?.framework as Framework;
    this.receivedAt = receivedAt;
    this.#deadlineAt = performance.now() + remainingMs;
    this.#context = context;
  }

  /** Built when something first has to be waited for: most stages have their value at once. */
  get deadline(): Deadline {
    this.#deadline ??= new Deadline(this.#deadlineAt);
    return this.#deadline;
  }

  /** Call it once the ack is known. */
  stopDeadline(): void {
    this.#deadline?.clear();
  }

  /** Keeps an edge runtime alive for the work. Never throws. */
  waitUntil(work: Promise<unknown>): void {
    try {
      this.#context?.waitUntil?.(work);
    } catch {
      // The work goes on under its claim for as long as the runtime lets it. The answer stays the same.
    }
  }
}

/** The context of a delivery that has just arrived, with its ack deadline. */
export function createContext<Framework>(
  delivery: Delivery,
  context: ReceiveContext<Framework> | undefined,
  settings: { readonly now: () => number; readonly ackTimeout: number },
): DeliveryContext<Framework> {
  const now = settings.now();
  const receivedAt = delivery.receivedAt ?? now;
  const elapsed = Math.max(0, now - receivedAt);
  return new DeliveryContext(context, receivedAt, settings.ackTimeout - elapsed);
}
