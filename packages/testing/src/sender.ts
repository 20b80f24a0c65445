import { type EventEnvelope, signBody } from '@screening-webhooks/core';
import type { ManualClock } from './manual-clock.js';

/** Options of {@link sender}. */
export interface SenderOptions {
  readonly url: string;
  /** The endpoint's signing secret; several while it is being rolled. */
  readonly secret: string | readonly string[];
  /** Time to sign and to wait by. With a manual clock, waiting moves it. Default: real time. */
  readonly clock?: Pick<ManualClock, 'now' | 'advance'>;
  /** Default: the global `fetch`. `receiver.fetch` and `app.request` deliver without a socket. */
  readonly fetch?: (request: Request) => Response | Promise<Response>;
  /** Seconds to wait before each further attempt. Default 60, 120, 240, 480: five attempts within 15 minutes (spec section 8). */
  readonly backoff?: readonly number[];
  /** Milliseconds that the receiver has to answer. Default 15,000. */
  readonly timeout?: number;
}

/** One try to hand over an event. */
export interface Attempt {
  /** Seconds since the first attempt. */
  readonly at: number;
  /** Of the answer; undefined: there was none in time. */
  readonly status: number | undefined;
  /** The answer's body; empty without an answer. */
  readonly body: string;
}

/** How a delivery went, over all its attempts. */
export interface DeliveryReport {
  readonly delivered: boolean;
  readonly attempts: readonly Attempt[];
}

/** The service, as far as deliveries go. */
export interface Sender {
  /** Delivers an event until a 2xx comes back or the attempts are used up: same bytes, same id, signed anew each time. */
  readonly send: (event: EventEnvelope | string) => Promise<DeliveryReport>;
}

/**
 * Behaves as the service does towards an endpoint (spec sections 4, 6 and 8): only a 2xx counts, a redirect is not
 * followed, nothing heard for 15 s is a failure.
 *
 * @example
 * const clock = manualClock();
 * const receiver = createReceiver({ secret, handlers, now: clock.now });
 * const report = await sender({ url, secret, clock, fetch: receiver.fetch }).send(event);
 */
export function sender(options: SenderOptions): Sender {
  const {
    url,
    secret,
    clock = realTime,
    backoff = [60, 120, 240, 480],
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
        await clock.advance(wait * 1000);
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

// A receiver that is called in process does not have to look at the request's signal.
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
