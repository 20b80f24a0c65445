import { createHash, createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto';
import type { MacKey } from './mac.js';

const BLOCK = 64;
const DIGEST = 32;
// Above this size, copying the body costs more than the one-shot hash saves.
const MOST_TO_COPY = 16_384;
// `t` has 15 digits at most, and a dot follows it.
const LONGEST_PREFIX = 16;

// Shared by all keys. That is safe because nothing runs between the first write and the hash.
const innerInput = Buffer.alloc(BLOCK + LONGEST_PREFIX + MOST_TO_COPY);
const outerInput = Buffer.alloc(BLOCK + DIGEST);
const left = Buffer.alloc(2 * DIGEST);
const right = Buffer.alloc(2 * DIGEST);

/**
 * RFC 2104 in two one-shot hashes over prepared pads for bodies of the usual size, `createHmac` for the others: see
 * docs/decisions/one-shot-hmac.md.
 */
export function createMacKey(secret: string): MacKey {
  const bytes = Buffer.from(secret, 'utf8');
  const innerPad = padded(bytes, 0x36);
  const outerPad = padded(bytes, 0x5c);
  // A KeyObject is parsed once; with a Buffer, Node 24 prepares the key again for each delivery (6 times slower).
  const key = createSecretKey(bytes);

  return {
    mac(timestamp, body) {
      const prefix = `${timestamp}.`;
      if (body.length > MOST_TO_COPY) {
        return createHmac('sha256', key).update(prefix).update(body).digest('hex');
      }
      innerInput.set(innerPad);
      const start = BLOCK + prefix.length;
      writeLatin1(prefix, innerInput, BLOCK);
      innerInput.set(body, start);
      const inner = hash('sha256', innerInput.subarray(0, start + body.length), 'binary');
      outerInput.set(outerPad);
      writeLatin1(inner, outerInput, BLOCK);
      return hash('sha256', outerInput, 'hex');
    },
  };
}

// Buffer.write is a call into C++, which costs more than a loop over a few characters.
function writeLatin1(text: string, target: Buffer, offset: number): void {
  for (let index = 0; index < text.length; index += 1) {
    target[offset + index] = text.charCodeAt(index);
  }
}

export function equalMacs(a: string, b: string): boolean {
  left.write(a, 'latin1');
  right.write(b, 'latin1');
  return timingSafeEqual(left, right);
}

// RFC 2104 section 2: a key longer than a block is hashed first, a shorter one is filled up with zeros.
function padded(key: Buffer, mask: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.set(key.length > BLOCK ? createHash('sha256').update(key).digest() : key);
  return block.map((byte) => byte ^ mask) as Buffer;
}
