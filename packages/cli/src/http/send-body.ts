import type { ClientRequest } from 'node:http';
import type { ExchangeOptions, OutgoingDelivery } from './exchange.js';

const SLOW_PIECES = 10;
const SLOW_PAUSE_MS = 200;
const CHUNK_BYTES = 64;

/** Hands a body to an open request in its manner. Resolves when it was sent, or once there is no more point in sending. */
export async function sendBody(
  request: ClientRequest,
  { body, manner }: OutgoingDelivery,
  { host, signal }: ExchangeOptions,
): Promise<'sent' | 'cut off'> {
  if (manner === 'at once') {
    request.end(body);
    return 'sent';
  }
  if (manner === 'cut off') {
    await write(request, body.subarray(0, Math.floor(body.length / 2)));
    // What was written must have left before the connection goes, or there is nothing to be cut off.
    await host.sleep(SLOW_PAUSE_MS, signal);
    return 'cut off';
  }
  const size = manner === 'in chunks' ? CHUNK_BYTES : Math.ceil(body.length / SLOW_PIECES);
  for (let start = 0; start < body.length && !request.destroyed; start += size) {
    await write(request, body.subarray(start, start + size));
    if (manner === 'slowly') await host.sleep(SLOW_PAUSE_MS, signal);
  }
  if (!request.destroyed) request.end();
  return 'sent';
}

// Resolves on failure too: the request's own `error` tells of it.
function write(request: ClientRequest, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    request.once('close', resolve);
    request.write(bytes, () => {
      request.off('close', resolve);
      resolve();
    });
  });
}
