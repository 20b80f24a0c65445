import { Deadline, expired } from '../async/deadline.js';
import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import type { ParsedEvent } from '../events/parse-event.js';
import { finiteTime, readClock } from '../options/check-options.js';
import { unavailable, unreadable } from '../outcome/ended.js';
import type { Failed, Unavailable, UnavailableReason } from '../outcome/outcome.js';
import { wrongRequest } from '../requests/fetch-delivery.js';
import type { Delivery, ReceiveContext } from './delivery.js';

/** The findings of the stages about a delivery, for the observer. */
interface Facts {
  bodyBytes?: number;
  timestamp?: number;
  secretIndex?: number;
  event?: ParsedEvent;
  unverifiedEventId?: string;
  waitUntilError?: unknown;
}

/** State shared by the stages for one delivery. Constructing it starts the deadline. */
export class DeliveryContext<Framework> {
  readonly framework: Framework;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  /** Set when the delivery cannot be processed: a clock is broken, the framework object cannot be read, or a drain has begun. */
  refusal: Unavailable | Failed | undefined;
  readonly deadline: Deadline;
  readonly facts: Facts = {};
  readonly #context: ReceiveContext<Framework> | undefined;

  /**
   * Never throws: a clock that is not a finite number, or a framework object that cannot be read, is its `refusal`.
   *
   * @param arrival Its `receivedAt` may lie in the past: the deadline counts from there.
   * @param timeout Milliseconds from receipt to the deadline.
   */
  constructor(
    arrival: Pick<Delivery, 'receivedAt' | 'ackTimeout'>,
    context: ReceiveContext<Framework> | undefined,
    now: () => number,
    timeout: number,
  ) {
    let framework: Framework | undefined;
    let refusal: Unavailable | Failed | undefined;
    let receivedAt: number;
    let elapsed = 0;
    try {
      framework = context?.framework;
    } catch (error) {
      refusal = unreadable(error);
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
    // ContextArguments requires it wherever resolvers or handlers were written for a framework.
    this.framework = framework as Framework;
    this.receivedAt = receivedAt;
    this.refusal = refusal;
    this.deadline = new Deadline(performance.now() - elapsed + timeout);
    this.#context = context;
  }

  /** The value of an option for the delivery: a tenant, a store. `unavailable` when its function throws. */
  option<T>(reason: UnavailableReason, option: (framework: Framework) => T): T | Unavailable {
    try {
      return option(this.framework);
    } catch (error) {
      return unavailable(reason, error);
    }
  }

  /**
   * The value of work that the app does: its secret resolver, its schemas, its store, its inbox. `unavailable` when it fails or
   * does not end before the deadline.
   */
  async inTime<T>(reason: UnavailableReason, work: MaybePromise<T>): Promise<T | Unavailable> {
    try {
      const value = isPromise(work) ? await this.deadline.race(work) : work;
      if (value !== expired) return value;
      return unavailable(reason, new Error(`${reason}: no answer before the ack deadline.`));
    } catch (error) {
      return unavailable(reason, error);
    }
  }

  /** Keeps an edge runtime alive for the work. Its failure is for the observer: the answer stays the same. Never rejects. */
  async waitUntil(work: Promise<unknown>): Promise<void> {
    try {
      await this.#context?.waitUntil?.(work);
    } catch (error) {
      this.facts.waitUntilError = error;
    }
  }
}

/** @throws TypeError for a request that no adapter has described, naming the function for it. */
export function checkDelivery(delivery: Partial<Delivery> | undefined): void {
  if (typeof delivery?.header !== 'function' || typeof delivery.readBody !== 'function') {
    throw wrongRequest('a Delivery', delivery);
  }
}
