import type { IncomingMessage } from 'node:http';
import { RawBodyUnavailableError } from '../errors/raw-body-unavailable-error.js';
import type { Delivery } from '../pipeline/delivery.js';
import { reject } from '../pipeline/rejection.js';
import { isUnread, readNodeBody } from './read-node-body.js';

/** What a framework did with the body before we came. */
export interface BodyBefore {
  /** The exact bytes, where something has kept them. */
  readonly kept: Uint8Array | undefined;
  /** Said to the developer when the bytes are gone: what to change in an app of this framework. */
  readonly cure: string;
}

/** A Node request as a delivery: kept bytes if there are any, else the stream, else `RawBodyUnavailableError`. */
export function nodeDelivery(
  request: IncomingMessage,
  bodyBefore: (request: IncomingMessage) => BodyBefore,
): Delivery {
  return {
    method: request.method ?? '',
    header(name) {
      const value = request.headers[name];
      return (Array.isArray(value) ? value.join(', ') : value) ?? null;
    },
    readBody(limit) {
      const { kept, cure } = bodyBefore(request);
      if (kept) return kept.length > limit ? reject('body_too_large') : kept;
      if (isUnread(request)) return readNodeBody(request, limit);
      throw new RawBodyUnavailableError(cure);
    },
  };
}
