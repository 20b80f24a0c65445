import { type EventEnvelope, signBody } from '@screening-webhooks/core';
import { checkNames, type OptionNames } from '@screening-webhooks/core/store-kit';
import type { ManualClock } from './manual-clock.js';

/** Options of {@link sender}. */
export interface SenderOptions {
  readonly url: string;
  /** The endpoint's signing secret; several during a rotation. */
  readonly secret: string | readonly string[];
  /** The clock for timestamps and waits. A wait advances a manual clock. Default: real time. */
  readonly clock?: Pick<ManualClock, 'now' | 'advance'> | undefined;
  /** Default: the global `fetch`. `receiver.fetch` and `app.request` deliver without a socket. */
  readonly fetch?: ((request: Request) => Response | Promise<Response>) | undefined;
  /**
   * Milliseconds to wait before each further attempt. Default 60,000, 120,000, 240,000 and 480,000: five attempts within 15
   * minutes (spec section 8).
   */
  readonly backoff?: readonly number[] | undefined;
  /** Milliseconds to wait for an answer, in real time. Default 15,000. */
  readonly timeout?: number | undefined;
}

const optionNames: OptionNames<SenderOptions> = {
  url: true,
  secret: true,
  clock: true,
  fetch: true,
  backoff: true,
  timeout: true,
};

/** One attempt to deliver an event. */
export interface Attempt {
  /** Seconds since the first attempt. */
  readonly at: number;
  /** Status of the answer. `undefined` if none came within the timeout. */
  readonly status: number | undefined;
  /** Body of the answer. Empty without an answer. */
  readonly body: string;
}

/** The result of a delivery, with all its attempts. */
export interface DeliveryReport {
  readonly delivered: boolean;
  readonly attempts: readonly Attempt[];
}

/** Delivers events as the service does. */
export interface Sender {
  /** Delivers an event until a 2xx or the last attempt: same bytes, same id, a new signature each time. */
  readonly send: (event: EventEnvelope | string) => Promise<DeliveryReport>;
}

/**
 * Delivers to an endpoint as the service does (spec sections 4, 6 and 8): only a 2xx is a success, redirects are not
 * followed, and an attempt without an answer within 15 s has failed.
 *
 * @example
 * const clock = manualClock();
 * const receiver = createReceiver({ secret, handlers, now: clock.now });
 * const report = await sender({ url, secret, clock, fetch: receiver.fetch }).send(event);
 */
export function sender(options: SenderOptions): Sender {
  checkNames(options, optionNames, 'sender');
  const {
    url,
    secret,
    clock = realTime,
    backoff = [60_000, 120_000, 240_000, 480_000],
    timeout = 15_000,
  } = options;
  const deliver = options.fetch ?? ((request: Request) => fetch(request));

  async function attempt(body: string, at: number): Promise<Attempt> {
    const timestamp = Math.floor(clock.now() / 1000);
    const headers = {
      'content-type': 'application/json',
      'service-signature': await signBody(body, { secret, timestamp }),
    };
    const signal = AbortSignal.timeout(timeout);
    const request = new Request(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    try {
      const response = await Promise.race([deliver(request), aborted(signal)]);
      return { at, status: response.status, body: await response.text() };
    } catch {
      return { at, status: undefined, body: '' };
    }
  }

  return {
    async send(event) {
      const body = typeof event === 'string' ? event : JSON.stringify(event);
      const start = clock.now();
      const attempts: Attempt[] = [];
      for (const wait of [0, ...backoff]) {
        await clock.advance(wait);
        const made = await attempt(body, Math.round((clock.now() - start) / 1000));
        attempts.push(made);
        if (made.status !== undefined && made.status >= 200 && made.status < 300) {
          return { delivered: true, attempts };
        }
      }
      return { delivered: false, attempts };
    },
  };
}

const realTime: Pick<ManualClock, 'now' | 'advance'> = {
  now: Date.now,
  advance: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

// A receiver that is called in process may ignore the signal of the request.
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
