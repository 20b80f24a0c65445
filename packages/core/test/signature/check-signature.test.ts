import { expect, it } from 'vitest';
import { parseSignatureHeader, signBody } from '../../src/index.js';
import { checkSignature } from '../../src/signature/check-signature.js';
import { createMacKey as nodeKey } from '../../src/signature/mac-node.js';
import { createMacKey as webKey } from '../../src/signature/mac-web.js';
import { NOW, NOW_SECONDS } from '../support/signed-delivery.js';

const body = new Uint8Array([1, 2, 3]);
const header = parseSignatureHeader(
  await signBody(body, { secret: 'signed', timestamp: NOW_SECONDS }),
);
if (!header.ok) throw new Error(header.code);
const window = { tolerance: 300, now: NOW };

it('waits for every key where one has to be waited for', async () => {
  const keys = [nodeKey('other'), webKey('signed')];
  expect(await checkSignature(body, header, keys, window)).toMatchObject({
    ok: true,
    secretIndex: 1,
  });
});

it('compares every secret with every candidate, wherever one matches', async () => {
  const macs = ['a', 'b', 'c'].map((digit) => digit.repeat(64));
  const keys = macs.map((mac) => ({ mac: () => mac }));
  const wrong = ['d', 'e'].map((digit) => digit.repeat(64));
  for (const match of [...macs, 'f'.repeat(64)]) {
    for (const candidates of [
      [match, ...wrong],
      [...wrong, match],
    ]) {
      let compared = 0;
      const signatures = Object.assign([...candidates], {
        *[Symbol.iterator]() {
          for (const candidate of candidates) {
            compared += 1;
            yield candidate;
          }
        },
      });
      await checkSignature(body, { ...header, signatures }, keys, window);
      expect(compared).toBe(keys.length * candidates.length);
    }
  }
});
