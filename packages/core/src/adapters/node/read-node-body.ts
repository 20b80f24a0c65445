import type { IncomingMessage } from 'node:http';
import { type Rejection, reject } from '../../outcome/rejection.js';

/** True while nothing has read from the request, so that its exact bytes can still be read. */
export function isUnread(request: IncomingMessage): boolean {
  return !request.readableDidRead && !request.readableEnded;
}

/**
 * The exact bytes of an unread request: nothing is decoded or inflated. Resolves with `body_too_large` as soon as it has seen more
 * than `limit` bytes, and with `body_incomplete` when the sender breaks off. Never rejects.
 */
export function readNodeBody(
  request: IncomingMessage,
  limit: number,
): Promise<Uint8Array | Rejection> {
  return new Promise((resolve) => {
    if (request.destroyed) return resolve(reject('body_incomplete'));
    const chunks: Uint8Array[] = [];
    let size = 0;

    function onData(chunk: Uint8Array): void {
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
      request.off('data', onData).off('end', onEnd).off('error', onBrokenOff);
      request.off('close', onBrokenOff);
      resolve(body);
    }

    request.on('data', onData).on('end', onEnd).on('error', onBrokenOff).on('close', onBrokenOff);
  });
}
