import { createHmac } from 'node:crypto';

/** HMAC-SHA256 with any key, also an empty one, over the parts in sequence. */
export function hmac(
  key: string | Uint8Array,
  parts: readonly (string | Uint8Array)[],
  encoding: 'hex' | 'base64' = 'hex',
): string {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest(encoding);
}
