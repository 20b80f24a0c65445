import type { IncomingMessage } from 'node:http';
import { RawBodyUnavailableError } from '../../errors/raw-body-unavailable-error.js';
import { reject } from '../../outcome/rejection.js';
import type { Delivery } from '../../pipeline/delivery.js';
import { wrongRequest } from '../../requests/wrong-request.js';
import { isUnread, readNodeBody } from './read-node-body.js';

/** What the framework did with the body before the receiver saw the request. */
export interface NodeBodyFallback {
  /** The exact bytes, where something has kept them. */
  readonly rawBody?: () => Uint8Array | undefined;
  /** For the developer, when the bytes are gone: what to change in an app of this framework. */
  readonly fix: string;
}

/**
 * A Node request as a delivery: the kept bytes if there are any, else the stream, else `RawBodyUnavailableError`.
 *
 * @throws TypeError for a web-standard `Request` or the context of a framework, naming the function for it.
 */
export function nodeDelivery(request: IncomingMessage, consumed: NodeBodyFallback): Delivery {
  checkNodeRequest(request);
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

/** @throws TypeError that names the function for what was passed. */
export function checkNodeRequest(request: Partial<IncomingMessage> | undefined): void {
  // What frameworks wrap around a request may have its method and headers, but is not its stream.
  if (request?.readableDidRead === undefined || typeof request.headers !== 'object') {
    throw wrongRequest('the IncomingMessage of Node', request);
  }
}
