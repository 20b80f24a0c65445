import { createHmac } from 'node:crypto';
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
        const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
        const actual = await createMacKey(secret).mac(String(timestamp), body);
        expect(Buffer.from(actual).equals(expected)).toBe(true);
      }),
    );
  });

  it('compares every byte, whatever buffer a MAC is a view of', () => {
    const shared = new Uint8Array(96).map((_, index) => index);
    const mac = shared.subarray(16, 48);
    expect(equalMacs(mac, mac.slice())).toBe(true);
    expect(equalMacs(mac, shared.subarray(17, 49))).toBe(false);
    for (let index = 0; index < 32; index += 1) {
      const other = mac.slice();
      other[index] = (other[index] ?? 0) ^ 1;
      expect(equalMacs(mac, other)).toBe(false);
    }
  });
});

it('WebCrypto imports a key once, however many bodies it signs', async () => {
  const { importKey } = crypto.subtle;
  let imports = 0;
  crypto.subtle.importKey = function counted(this: SubtleCrypto, ...args: unknown[]) {
    imports += 1;
    return Reflect.apply(importKey, this, args);
  } as typeof importKey;
  try {
    const key = web.createMacKey('secret');
    await Promise.all([key.mac('1', new Uint8Array()), key.mac('2', new Uint8Array())]);
    await key.mac('3', new Uint8Array());
  } finally {
    crypto.subtle.importKey = importKey;
  }
  expect(imports).toBe(1);
});
