import crypto, { createHmac } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MacModule } from '../../src/signature/mac.js';
import * as node from '../../src/signature/mac-node.js';
import * as web from '../../src/signature/mac-web.js';

const implementations: [string, MacModule][] = [
  ['node:crypto', node],
  ['WebCrypto', web],
];

describe.each(implementations)('%s', (_name, { createMacKey, equalMacs }) => {
  it('is HMAC-SHA256 of the timestamp, a full stop and the body, for any key, short or long', async () => {
    const anyInput = [
      fc.string({ minLength: 1, maxLength: 300 }),
      fc.nat(),
      fc.uint8Array(),
    ] as const;
    await fc.assert(
      fc.asyncProperty(...anyInput, async (secret, timestamp, body) => {
        const expected = createHmac('sha256', secret)
          .update(`${timestamp}.`)
          .update(body)
          .digest('hex');
        expect(await createMacKey(secret).mac(String(timestamp), body)).toBe(expected);
      }),
    );
  });

  it.each([
    ['a block', 'k'.repeat(64)],
    ['a byte more than a block', 'k'.repeat(65)],
    ['four blocks', 'k'.repeat(256)],
    ['33 characters of two bytes', 'é'.repeat(33)],
  ])('and for a secret of %s', async (_length, secret) => {
    const body = new Uint8Array([1, 2, 3]);
    const expected = createHmac('sha256', secret).update('7.').update(body).digest('hex');
    expect(await createMacKey(secret).mac('7', body)).toBe(expected);
  });

  it.each([0, 1, 16_383, 16_384, 16_385, 70_000])('and for a body of %d bytes', async (bytes) => {
    const secret = 'k'.repeat(64);
    const body = new Uint8Array(bytes).map((_, index) => index * 31);
    const expected = createHmac('sha256', secret)
      .update('999999999999999.')
      .update(body)
      .digest('hex');
    expect(await createMacKey(secret).mac('999999999999999', body)).toBe(expected);
  });

  it('keeps the keys of different secrets apart, whichever came last', async () => {
    const [one, two] = [createMacKey('one'), createMacKey('two')];
    const body = new Uint8Array([1, 2, 3]);
    const first = await one.mac('1', body);
    expect(await two.mac('1', new Uint8Array(9))).not.toBe(first);
    expect(await one.mac('1', body)).toBe(first);
  });

  it('compares every digit', () => {
    const mac = '0123456789abcdef'.repeat(4);
    expect(equalMacs(mac, `${mac}`)).toBe(true);
    for (let index = 0; index < 64; index += 1) {
      const other = `${mac.slice(0, index)}${mac[index] === 'f' ? 'e' : 'f'}${mac.slice(index + 1)}`;
      expect(equalMacs(mac, other)).toBe(false);
      expect(equalMacs(other, mac)).toBe(false);
    }
  });
});

it('WebCrypto compares the length too', () => {
  expect(web.equalMacs('abc', 'ab')).toBe(false);
  expect(web.equalMacs('ab', 'abc')).toBe(false);
});

it('WebCrypto imports a key once, for signing alone, however many bodies it signs', async () => {
  const { importKey } = crypto.subtle;
  const imports: unknown[][] = [];
  crypto.subtle.importKey = function counted(this: SubtleCrypto, ...args: unknown[]) {
    imports.push(args);
    return Reflect.apply(importKey, this, args);
  } as typeof importKey;
  try {
    const key = web.createMacKey('secret');
    await Promise.all([key.mac('1', new Uint8Array()), key.mac('2', new Uint8Array())]);
    await key.mac('3', new Uint8Array());
  } finally {
    crypto.subtle.importKey = importKey;
  }
  const [, , , extractable, usages] = imports[0] ?? [];
  expect(imports).toHaveLength(1);
  expect([extractable, usages]).toEqual([false, ['sign']]);
});

it('on Node, MACs are compared by the function whose time tells nothing of them', () => {
  const { timingSafeEqual } = crypto;
  let compared = 0;
  const counted: typeof timingSafeEqual = (...macs) => {
    compared += 1;
    return timingSafeEqual(...macs);
  };
  Object.assign(crypto, { timingSafeEqual: counted });
  syncBuiltinESMExports();
  try {
    expect(node.equalMacs('a'.repeat(64), 'a'.repeat(64))).toBe(true);
    expect(node.equalMacs('a'.repeat(64), 'b'.repeat(64))).toBe(false);
  } finally {
    Object.assign(crypto, { timingSafeEqual });
    syncBuiltinESMExports();
  }
  expect(compared).toBe(2);
});
