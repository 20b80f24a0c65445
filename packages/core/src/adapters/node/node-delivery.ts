import type { IncomingMessage } from 'node:http';
import { RawBodyUnavailableError } from '../../errors/errors.js';
import { type Rejection, reject } from '../../outcome/rejection.js';
import type { Delivery } from '../../pipeline/delivery.js';
import { wrongRequest } from '../../requests/fetch-delivery.js';
import { isBytes } from '../../signature/body-bytes.js';

/** The body after the framework has handled the request, before the receiver sees it. */
export interface NodeBodyFallback {
  /** The exact bytes, where something has kept them. */
  readonly rawBody?: (() => Uint8Array | undefined) | undefined;
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
      if (rawBody) return rawBody;
      if (isUnread(request)) return readNodeBody(request, limit);
      throw new RawBodyUnavailableError(consumed.fix);
    },
  };
}

/** @throws TypeError that names the function for what was passed. */
export function checkNodeRequest(request: Partial<IncomingMessage> | undefined): void {
  // A framework's wrapper of a request may have its method and headers, but is not its stream.
  if (request?.readableDidRead === undefined || typeof request.headers !== 'object') {
    throw wrongRequest('the IncomingMessage of Node', request);
  }
}

/** True while nothing has read from the request, so that its exact bytes can still be read. */
export function isUnread(request: IncomingMessage): boolean {
  return !request.readableDidRead && !request.readableEnded;
}

/**
 * The exact bytes of an unread request: nothing is decoded or inflated. Resolves with `body_too_large` as soon as it has
 * seen more than `limit` bytes, and with `body_incomplete` when the sender breaks off.
 *
 * @throws RawBodyUnavailableError when the request gives text, because something called `setEncoding()`.
 */
export function readNodeBody(
  request: IncomingMessage,
  limit: number,
): Promise<Uint8Array | Rejection> {
  return new Promise((resolve, fail) => {
    if (request.destroyed) return resolve(reject('body_incomplete'));
    if (request.readableEncoding !== null && request.readableEncoding !== undefined) {
      return fail(decoded());
    }
    const chunks: Uint8Array[] = [];
    let size = 0;

    function onData(chunk: unknown): void {
      // setEncoding() may also be called once the body is flowing.
      if (!isBytes(chunk)) {
        stopListening();
        fail(decoded());
        return;
      }
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      request.pause();
      finish(reject('body_too_large'));
    }

    function onEnd(): void {
      const [only] = chunks;
      finish(only && chunks.length === 1 ? only : Buffer.concat(chunks, size));
    }

    // 'close' without 'end', or the ECONNRESET of a cut connection: the body is not complete.
    function onBrokenOff(): void {
      finish(reject('body_incomplete'));
    }

    function finish(body: Uint8Array | Rejection): void {
      stopListening();
      resolve(body);
    }

    function stopListening(): void {
      request.off('data', onData).off('end', onEnd).off('error', onBrokenOff);
      request.off('close', onBrokenOff);
    }

    request.on('data', onData).on('end', onEnd).on('error', onBrokenOff).on('close', onBrokenOff);
    // A request that was paused before does not flow for a new listener.
    request.resume();
  });
}

function decoded(): RawBodyUnavailableError {
  return new RawBodyUnavailableError(
    'Something called setEncoding() on the request, which decodes the bytes: mount the receiver before it.',
  );
}
