import { Buffer } from 'node:buffer';
import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto';
import { verifyEvent } from '@screening-webhooks/core';
import type { Candidate } from '../../measure/contest.js';
import { readHeaderByHand } from '../by-hand.js';

/** A delivery of any runtime. */
export interface PlainDelivery {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly header: string;
  readonly secret: string;
}

/** The part of `Bun` that is used here. */
interface Hasher {
  update(data: string | Uint8Array): Hasher;
  digest(): Uint8Array;
}
declare const Bun: { readonly CryptoHasher: new (name: string, key: string) => Hasher } | undefined;

export const OURS = 'verifyEvent';

const encoder = new TextEncoder();

/** Whether the MAC of the data is the expected one, compared in constant time. */
type IsGenuine = (
  prefix: string,
  body: Uint8Array<ArrayBuffer>,
  expected: Uint8Array<ArrayBuffer>,
) => boolean | Promise<boolean>;

/**
 * `verifyEvent` beside the same by hand, once for each MAC of this runtime: a regular expression for the header, the clock,
 * a comparison in constant time, and `JSON.parse` of the decoded body.
 */
export async function candidatesOf(
  delivery: PlainDelivery,
): Promise<Readonly<Record<string, Candidate>>> {
  const { body, header, secret } = delivery;
  // Invalid UTF-8 is refused; on Node, this is also the faster decoder.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const byHand = (isGenuine: IsGenuine): Candidate => {
    return async () => {
      const { t, v1 } = readHeaderByHand(header) ?? {};
      if (t === undefined || v1 === undefined) throw new Error('The header is malformed.');
      const genuine = isGenuine(`${t}.`, body, Buffer.from(v1, 'hex'));
      if (!(typeof genuine === 'boolean' ? genuine : await genuine)) throw new Error('mismatch');
      return JSON.parse(decoder.decode(body));
    };
  };

  const key = createSecretKey(secret, 'utf8');
  const hashTwice = macInTwoHashes(secret);
  const withWebCrypto = await verifyWithWebCrypto(secret);
  const macs: Record<string, IsGenuine> = {
    createHmac: (prefix, data, expected) =>
      timingSafeEqual(createHmac('sha256', key).update(prefix).update(data).digest(), expected),
    'crypto.hash twice': (prefix, data, expected) =>
      timingSafeEqual(hashTwice(prefix, data), expected),
    'WebCrypto with a cached key': (prefix, data, expected) =>
      withWebCrypto(expected, concat(encoder.encode(prefix), data)),
  };
  if (typeof Bun !== 'undefined') {
    const { CryptoHasher } = Bun;
    macs['Bun.CryptoHasher'] = (prefix, data, expected) =>
      timingSafeEqual(
        new CryptoHasher('sha256', secret).update(prefix).update(data).digest(),
        expected,
      );
  }
  const candidates = Object.entries(macs).map(
    ([name, isGenuine]) => [`by hand, ${name}`, byHand(isGenuine)] as const,
  );
  return {
    ...Object.fromEntries(candidates),
    [OURS]: () => verifyEvent(body, header, { secret }),
  };
}

async function verifyWithWebCrypto(
  secret: string,
): Promise<(mac: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>) => Promise<boolean>> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const bytes = encoder.encode(secret);
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
  return (mac, data) => crypto.subtle.verify('HMAC', key, mac, data);
}

// RFC 2104, for a key that is shorter than a block.
function macInTwoHashes(secret: string): (prefix: string, body: Uint8Array) => Uint8Array {
  const pad = (mask: number): Uint8Array => {
    const block = new Uint8Array(64).fill(mask);
    for (const [index, byte] of encoder.encode(secret).entries()) block[index] = byte ^ mask;
    return block;
  };
  const [inner, outer] = [pad(0x36), pad(0x5c)];
  return (prefix, body) => {
    const digest = hash('sha256', concat(inner, encoder.encode(prefix), body), 'buffer');
    return hash('sha256', concat(outer, digest), 'buffer');
  };
}

function concat(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
