import type { ClientRequest } from 'node:http';
import type { TransferMode } from '@screening-webhooks/testing/faults';
import type { Host } from '../host.js';

const SLOW_PIECES = 10;
const SLOW_PAUSE_MS = 200;
const CHUNK_BYTES = 64;

/** Writes a body to an open request. Resolves when it is sent, or when the request is destroyed. */
export async function sendBody(
  request: ClientRequest,
  body: Uint8Array,
  transferMode: TransferMode,
  { host, signal }: { readonly host: Pick<Host, 'sleep'>; readonly signal: AbortSignal },
): Promise<'sent' | 'cut off' | 'left'> {
  if (transferMode === 'at once' || transferMode === 'ignore the answer') {
    request.end(body);
    return 'sent';
  }
  if (transferMode === 'hang up') {
    request.end(body);
    await host.sleep(SLOW_PAUSE_MS, signal);
    return 'left';
  }
  if (transferMode === 'cut off') {
    await write(request, body.subarray(0, Math.floor(body.length / 2)));
    // Gives the receiver time to read the first half, or to answer too early.
    await host.sleep(SLOW_PAUSE_MS, signal);
    return 'cut off';
  }
  const size = transferMode === 'in chunks' ? CHUNK_BYTES : Math.ceil(body.length / SLOW_PIECES);
  for (let start = 0; start < body.length && !request.destroyed; start += size) {
    await write(request, body.subarray(start, start + size));
    if (transferMode === 'slowly') await host.sleep(SLOW_PAUSE_MS, signal);
  }
  if (!request.destroyed) request.end();
  return 'sent';
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
