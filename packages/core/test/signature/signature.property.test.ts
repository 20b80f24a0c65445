import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSignatureHeader, signBody, verifySignature } from '../../src/index.js';
import { NOW_SECONDS, now } from '../support/signed-delivery.js';

const bodies = fc.uint8Array({ maxLength: 512 });
const secrets = fc.string({ minLength: 1, maxLength: 100 }).filter((text) => text.trim() === text);
const timestamps = fc.integer({ min: NOW_SECONDS - 300, max: NOW_SECONDS + 300 });

it('any bytes signed by signBody verify', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, secrets, timestamps, async (body, secret, timestamp) => {
      const header = await signBody(body, { secret, timestamp });
      const verified = await verifySignature(body, header, { secret, now });
      expect(verified).toEqual({ ok: true, timestamp, secretIndex: 0 });
    }),
  );
});

it('no single flipped bit of the body verifies', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 512 }),
      secrets,
      fc.nat(),
      async (body, secret, nth) => {
        const header = await signBody(body, { secret, timestamp: NOW_SECONDS });
        const bit = nth % (body.length * 8);
        const changed = body.slice();
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const result = await verifySignature(changed, header, { secret, now });
        expect(result).toEqual({ ok: false, code: 'signature_mismatch' });
      },
    ),
  );
});

describe('no single flipped bit verifies', async () => {
  const body = new Uint8Array([1, 2, 3]);
  const header = await signBody(body, { secret: 's', timestamp: NOW_SECONDS });
  const [time = '', hex = ''] = header.slice('t='.length).split(',v1=');

  it('of the signature', async () => {
    for (let bit = 0n; bit < 256n; bit += 1n) {
      const changed = (BigInt(`0x${hex}`) ^ (1n << bit)).toString(16).padStart(64, '0');
      const result = await verifySignature(body, `t=${time},v1=${changed}`, { secret: 's', now });
      expect(result).toEqual({ ok: false, code: 'signature_mismatch' });
    }
  });

  it('of the timestamp', async () => {
    for (let bit = 0; bit < time.length * 7; bit += 1) {
      const at = Math.floor(bit / 7);
      const flipped = String.fromCharCode(time.charCodeAt(at) ^ (1 << (bit % 7)));
      const changed = time.slice(0, at) + flipped + time.slice(at + 1);
      const result = await verifySignature(body, `t=${changed},v1=${hex}`, { secret: 's', now });
      expect(result.ok).toBe(false);
    }
  });
});

it('the parser never throws, whatever the string', () => {
  const units = [
    't=',
    'v1=',
    'v1',
    ',',
    '=',
    ' ',
    '0',
    '9',
    'a'.repeat(64),
    '\u0000',
    '\uD800',
    'é',
  ];
  const pieces = fc.constantFrom(...units);
  const likeHeaders = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(likeHeaders, fc.string({ unit: 'binary', maxLength: 5000 })), (header) => {
      const result = parseSignatureHeader(header);
      expect(result.ok ? result.signatures.length > 0 : result.code).toBeTruthy();
    }),
    { numRuns: 2000 },
  );
});

it('the parser never throws at 100 kB', () => {
  for (const unit of [',', '=', 't=1,', 'v1=,', ' ', 'a', '\u0000', `v1=${'a'.repeat(64)},`]) {
    const header = unit.repeat(Math.ceil(100_000 / unit.length));
    expect(parseSignatureHeader(header)).toEqual({ ok: false, code: 'signature_header_malformed' });
  }
});
