import type { IncomingMessage } from 'node:http';
import { RawBodyUnavailableError } from '../../errors/raw-body-unavailable-error.js';
import { reject } from '../../outcome/rejection.js';
import type { Delivery } from '../../pipeline/delivery.js';
import { isUnread, readNodeBody } from './read-node-body.js';

/** What the framework did with the body before the receiver saw the request. */
export interface ConsumedBody {
  /** The exact bytes, where something has kept them. */
  readonly rawBody?: () => Uint8Array | undefined;
  /** For the developer, when the bytes are gone: what to change in an app of this framework. */
  readonly fix: string;
}

/** A Node request as a delivery: the kept bytes if there are any, else the stream, else `RawBodyUnavailableError`. */
export function nodeDelivery(request: IncomingMessage, consumed: ConsumedBody): Delivery {
  return {
    method: request.method ?? '',
    header(name) {
      const value = request.headers[name];
      return (Array.isArray(value) ? value.join(', ') : value) ?? null;
    },
    readBody(limit) {
      const rawBody = consumed.rawBody?.();
      if (rawBody) return rawBody.length > limit ? reject('body_too_large') : rawBody;
      if (isUnread(request)) return readNodeBody(request, limit);
      throw new RawBodyUnavailableError(consumed.fix);
    },
  };
}
