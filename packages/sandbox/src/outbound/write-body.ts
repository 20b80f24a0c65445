import type { ClientRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TransferMode } from '@screening-webhooks/testing/faults';
import { SendError } from './send-error.js';

const SLOW_PIECES = 10;
const SLOW_PAUSE_MS = 200;
const CHUNK_BYTES = 64;

/**
 * Writes the body of an open request. Resolves when it is sent, or when the request is destroyed.
 *
 * @throws SendError `cut_off` when the mode leaves before the response.
 */
export async function writeBody(
  request: ClientRequest,
  body: Uint8Array,
  mode: TransferMode,
  signal: AbortSignal,
): Promise<void> {
  const pause = (): Promise<void> => sleep(SLOW_PAUSE_MS, undefined, { signal });
  switch (mode) {
    case 'at once':
    case 'ignore the answer':
      request.end(body);
      return;
    case 'hang up':
    case 'cut off': {
      const whole = mode === 'hang up';
      await write(request, whole ? body : body.subarray(0, Math.floor(body.length / 2)));
      if (whole) request.end();
      // Gives the peer time to read it, or to answer too early.
      await pause();
      const when = whole ? 'before the response' : 'in the middle of the body';
      throw new SendError('cut_off', `The fault closed the connection ${when}.`);
    }
    case 'in chunks':
    case 'slowly': {
      const size = mode === 'in chunks' ? CHUNK_BYTES : Math.ceil(body.length / SLOW_PIECES);
      for (let start = 0; start < body.length && !request.destroyed; start += size) {
        await write(request, body.subarray(start, start + size));
        if (mode === 'slowly') await pause();
      }
      if (!request.destroyed) request.end();
    }
  }
}

// Also resolves on failure, which the request's `error` event reports.
function write(request: ClientRequest, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    request.once('close', resolve);
    request.write(bytes, () => {
      request.off('close', resolve);
      resolve();
    });
  });
}
