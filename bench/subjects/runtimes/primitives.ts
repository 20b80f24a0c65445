import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto';
import { verifyEvent } from '@screening-webhooks/core';
import type { Candidate } from '../../measure/contest.js';

/** A delivery as every runtime has it. */
export interface PlainDelivery {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly header: string;
  readonly secret: string;
}

/** `Bun`, as far as it is used here. */
interface Hasher {
  update(data: string | Uint8Array): Hasher;
  digest(): Uint8Array;
}
declare const Bun: { readonly CryptoHasher: new (name: string, key: string) => Hasher } | undefined;

export const OURS = 'verifyEvent';

/**
 * Our `verifyEvent` beside what this runtime has for a MAC, each with a comparison in constant time and `JSON.parse`, and
 * nothing else: no header is read, and no clock.
 */
export async function candidatesOf(
  delivery: PlainDelivery,
): Promise<Readonly<Record<string, Candidate>>> {
  const { body, header, secret } = delivery;
  const [t = '', v1 = ''] = header.split(',').map((pair) => pair.split('=')[1] ?? '');
  const expected = Uint8Array.from(v1.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const prefix = new TextEncoder().encode(`${t}.`);
  const decoder = new TextDecoder();

  const parseIf = (isGenuine: boolean): unknown => {
    if (!isGenuine) throw new Error('mismatch');
    return JSON.parse(decoder.decode(body));
  };
  const verify = await verifyWithWebCrypto(secret);
  const key = createSecretKey(secret, 'utf8');
  const twice = macInTwoHashes(secret);

  const ofRuntime: Record<string, Candidate> = {
    createHmac: () => {
      const mac = createHmac('sha256', key).update(prefix).update(body).digest();
      return parseIf(timingSafeEqual(mac, expected));
    },
    'crypto.hash twice': () => parseIf(timingSafeEqual(twice(prefix, body), expected)),
    'WebCrypto, key kept': async () => parseIf(await verify(expected, joined(prefix, body))),
  };
  if (typeof Bun !== 'undefined') {
    const { CryptoHasher } = Bun;
    ofRuntime['Bun.CryptoHasher'] = () => {
      const mac = new CryptoHasher('sha256', secret).update(prefix).update(body).digest();
      return parseIf(timingSafeEqual(mac, expected));
    };
  }
  return { ...ofRuntime, [OURS]: () => verifyEvent(body, header, { secret }) };
}

async function verifyWithWebCrypto(
  secret: string,
): Promise<(mac: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>) => Promise<boolean>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = new TextEncoder().encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  return (mac, data) => crypto.subtle.verify('HMAC', key, mac, data);
}

// RFC 2104, for a key that is shorter than a block.
function macInTwoHashes(secret: string): (prefix: Uint8Array, body: Uint8Array) => Uint8Array {
  const pad = (mask: number): Uint8Array => {
    const block = new Uint8Array(64).fill(mask);
    for (const [index, byte] of new TextEncoder().encode(secret).entries())
      block[index] = byte ^ mask;
    return block;
  };
  const [inner, outer] = [pad(0x36), pad(0x5c)];
  return (prefix, body) => {
    const digest = hash('sha256', joined(inner, prefix, body), 'buffer');
    return hash('sha256', joined(outer, digest), 'buffer');
  };
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
