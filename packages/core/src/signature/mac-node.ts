import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { MacKey } from './mac.js';

export function createMacKey(secret: string): MacKey {
  // A KeyObject is parsed once; with a Buffer, Node 24 prepares the key again for each delivery (6x slower).
  const key = createSecretKey(secret, 'utf8');
  return {
    mac: (timestamp, body) =>
      createHmac('sha256', key).update(`${timestamp}.`).update(body).digest(),
  };
}

export const equalMacs: (a: Uint8Array, b: Uint8Array) => boolean = timingSafeEqual;
