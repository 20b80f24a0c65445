import { type EventEnvelope, signBody } from '@screening-webhooks/core';
import { ask, type TimedAnswer } from './answer.js';
import { SECRET } from './demo-settings.js';

/** How a delivery differs from a valid one, signed now with the current secret. */
export interface DeliveryOptions {
  /** One `v1` for each secret; an empty list omits the header. */
  readonly signedWith?: string | readonly string[];
  /** Seconds since it was signed; negative: signed by a clock that is ahead. */
  readonly secondsAgo?: number;
  /** Changes the body after it was signed. */
  readonly alter?: (body: string) => string;
}

/** Sends a request to the app at this address. */
export type Send = (url: string) => Promise<TimedAnswer>;

/** A delivery of an event, signed as the service does: the same bytes each time, with a new `t` and signature. */
export function delivery(event: EventEnvelope, options: DeliveryOptions = {}): Send {
  const { signedWith = SECRET, secondsAgo = 0, alter = (body) => body } = options;
  return async (url) => {
    const body = JSON.stringify(event);
    const headers = new Headers({ 'content-type': 'application/json' });
    if (signedWith.length > 0) {
      const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
      headers.set('service-signature', await signBody(body, { secret: signedWith, timestamp }));
    }
    return ask(`${url}/webhooks/screening`, { method: 'POST', headers, body: alter(body) });
  };
}
