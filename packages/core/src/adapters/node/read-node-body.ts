import type { IncomingMessage } from 'node:http';
import { type Rejection, reject } from '../../outcome/rejection.js';

/** True while nobody has read from the request, so that its exact bytes can still be had. */
export function isUnread(request: IncomingMessage): boolean {
  return !request.readableDidRead && !request.readableEnded;
}

/**
 * The exact bytes of an unread request: nothing is decoded or inflated. Answers `body_too_large` as soon as `limit`
 * bytes are passed, keeping none of them, and `body_incomplete` when the sender broke off. Never rejects.
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

    // 'close' without 'end', or the ECONNRESET of a request that was cut: either way there is no whole body.
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
