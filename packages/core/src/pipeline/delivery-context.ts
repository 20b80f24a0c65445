import { Deadline } from '../async/deadline.js';
import { ignorePromise } from '../async/ignore-promise.js';
import { finiteTime, readClock } from '../async/read-clock.js';
import type { ParsedEvent } from '../events/parse-event.js';
import { type Failed, type Unavailable, unavailable } from '../outcome/outcome.js';
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
  /** Set when the delivery cannot be processed: a clock is broken, or the framework object cannot be read. */
  readonly refusal: Unavailable | Failed | undefined;
  readonly facts: Facts = {};
  readonly #context: ReceiveContext<Framework> | undefined;
  readonly #deadlineAt: number;
  #deadline: Deadline | undefined;

  /**
   * @param elapsed Milliseconds since it was received.
   * @param timeout Milliseconds from receipt to the deadline.
   */
  constructor(
    context: ReceiveContext<Framework> | undefined,
    framework: Framework | undefined,
    receivedAt: number,
    elapsed: number,
    timeout: number,
    refusal?: Unavailable | Failed,
  ) {
    // ContextArguments requires it wherever resolvers or handlers were written for a framework.
    this.framework = framework as Framework;
    this.receivedAt = receivedAt;
    this.#deadlineAt = performance.now() - elapsed + timeout;
    this.refusal = refusal;
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
      ignorePromise(this.#context?.waitUntil?.(work));
    } catch {
      // The work goes on under its claim for as long as the runtime lets it. The answer stays the same.
    }
  }
}

/**
 * The context of something that has just arrived. Never throws: a clock that is not a finite number, or a framework
 * object that cannot be read, is its `refusal`.
 *
 * @param arrival Its `receivedAt` may lie in the past: the deadline counts from there.
 * @param timeout Milliseconds from receipt to the deadline.
 */
export function createContext<Framework>(
  arrival: Pick<Delivery, 'receivedAt' | 'ackTimeout'>,
  context: ReceiveContext<Framework> | undefined,
  now: () => number,
  timeout: number,
): DeliveryContext<Framework> {
  let framework: Framework | undefined;
  let refusal: Unavailable | Failed | undefined;
  let receivedAt: number;
  let elapsed = 0;
  try {
    framework = context?.framework;
  } catch (error) {
    refusal = { kind: 'failed', error };
  }
  try {
    const time = readClock(now);
    receivedAt = finiteTime(arrival.receivedAt ?? time, 'receivedAt');
    // As if it had been received earlier: the deadline is that much sooner. NaN says nothing.
    elapsed = Math.max(0, time - receivedAt, timeout - (arrival.ackTimeout || timeout));
  } catch (error) {
    refusal ??= unavailable('clock', error);
    receivedAt = Date.now();
  }
  return new DeliveryContext(context, framework, receivedAt, elapsed, timeout, refusal);
}
