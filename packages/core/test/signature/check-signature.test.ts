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

it('is synchronous where every key is: nothing is awaited between the header and the verdict', () => {
  const keys = [nodeKey('other'), nodeKey('signed')];
  expect(checkSignature(body, header, keys, window)).toMatchObject({ ok: true, secretIndex: 1 });
});

it('waits for every key where one has to be waited for', async () => {
  const keys = [nodeKey('other'), webKey('signed')];
  const checking = checkSignature(body, header, keys, window);
  expect(checking).toBeInstanceOf(Promise);
  expect(await checking).toMatchObject({ ok: true, secretIndex: 1 });
});
