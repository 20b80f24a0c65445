import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect, it } from 'vitest';
import { recordedEvent } from '../support/sample-event.js';
import { SECRET, signedDelivery } from '../support/signed-delivery.js';
import { testReceiver } from '../support/test-receiver.js';

/** How often `work` hashes: with `node:crypto`, or with WebCrypto. */
async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  const { hash, createHmac } = crypto;
  const { subtle } = globalThis.crypto;
  const { sign } = subtle;
  let hashes = 0;
  const counted = <Args extends unknown[], Result>(call: (...args: Args) => Result) =>
    function countedCall(this: unknown, ...args: Args): Result {
      hashes += 1;
      return Reflect.apply(call, this, args);
    };
  Object.assign(crypto, { hash: counted(hash), createHmac: counted(createHmac) });
  syncBuiltinESMExports();
  Object.assign(subtle, { sign: counted(sign) });
  try {
    await work();
  } finally {
    Object.assign(crypto, { hash, createHmac });
    syncBuiltinESMExports();
    Object.assign(subtle, { sign });
  }
  return hashes;
}

it('an unknown tenant costs as many hashes as a wrong signature, so that timing does not tell them apart', async () => {
  const refusing = async (secret: string | undefined) => {
    const receiver = testReceiver({ secret: () => secret });
    const delivery = await signedDelivery(recordedEvent(), { secret: 'forged' });
    // The key is prepared once.
    await receiver.receive(delivery);
    return hashesDuring(async () => {
      expect((await receiver.receive(delivery)).status).toBe(401);
    });
  };
  const wrongSignature = await refusing(SECRET);
  expect(wrongSignature).toBeGreaterThan(0);
  expect(await refusing(undefined)).toBe(wrongSignature);
});
