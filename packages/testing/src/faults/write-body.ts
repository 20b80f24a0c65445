import type { TransferMode } from './fault.js';

/** The members of a Node.js `ClientRequest` that are used here. */
export interface WritableRequest {
  readonly destroyed: boolean;
  write(bytes: Uint8Array, written: () => void): unknown;
  end(bytes?: Uint8Array): unknown;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'close', listener: () => void): unknown;
}

const SLOW_PIECES = 10;
const PAUSE_MS = 200;
const CHUNK_BYTES = 64;

/**
 * Writes a body to an open request, in the way of a fault.
 *
 * @param pause Waits that many milliseconds.
 * @returns `sent`, also when the request was destroyed meanwhile; `cut off` in the middle of the body, or `left` before the
 *   response: the caller then destroys the request.
 */
export async function writeBody(
  request: WritableRequest,
  body: Uint8Array,
  mode: TransferMode,
  pause: (ms: number) => Promise<void>,
): Promise<'sent' | 'cut off' | 'left'> {
  switch (mode) {
    case 'at once':
    case 'ignore the answer':
      request.end(body);
      return 'sent';
    case 'hang up':
      await write(request, body);
      request.end();
      // Gives the receiver time to read it.
      await pause(PAUSE_MS);
      return 'left';
    case 'cut off':
      await write(request, body.subarray(0, Math.floor(body.length / 2)));
      // Gives the receiver time to read the first half, or to answer too early.
      await pause(PAUSE_MS);
      return 'cut off';
    case 'in chunks':
    case 'slowly': {
      const size = mode === 'in chunks' ? CHUNK_BYTES : Math.ceil(body.length / SLOW_PIECES);
      for (let start = 0; start < body.length && !request.destroyed; start += size) {
        await write(request, body.subarray(start, start + size));
        if (mode === 'slowly') await pause(PAUSE_MS);
      }
      if (!request.destroyed) request.end();
      return 'sent';
    }
  }
}

// Also resolves on failure, which the request's `error` event reports.
function write(request: WritableRequest, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    request.once('close', resolve);
    request.write(bytes, () => {
      request.off('close', resolve);
      resolve();
    });
  });
}
