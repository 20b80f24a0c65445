import { type EventEnvelope, signBody } from '@screening-webhooks/core';
import { ask, type TimedAnswer } from './answer.js';
import { SECRET } from './setting.js';

/** How a delivery differs from an honest one that is signed now with the current secret. */
export interface DeliveryOptions {
  /** One `v1` for each; an empty list leaves the header out. */
  readonly signedWith?: string | readonly string[];
  /** How long ago it was signed; negative: by a clock that is ahead. */
  readonly secondsAgo?: number;
  /** Changes the body after it was signed. */
  readonly alter?: (body: string) => string;
}

/** Sends something to the app at this address. */
export type Send = (url: string) => Promise<TimedAnswer>;

/** A delivery of an event, signed as the service does: the same bytes each time, with a `t` and a signature of its own. */
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
