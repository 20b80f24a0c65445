import { ended, rejected } from '../outcome/ended.js';
import type { Failed, Rejected, Unavailable } from '../outcome/outcome.js';
import { reject } from '../outcome/rejection.js';
import { checkSignature, type Verified } from '../signature/check-signature.js';
import type { SignatureHeader } from '../signature/parse-signature-header.js';
import { verifyingKeys } from '../signature/signing-keys.js';
import type { DeliveryContext } from './delivery-context.js';
import type { VerifierSettings } from './settings.js';

/** The outcomes that refuse a delivery before its event is trusted. */
export type Refusal = Rejected | Unavailable | Failed;

/** Finds the signing keys, then checks signature and window. `unavailable` when the keys cannot be found out. */
export async function verifyWithKeys<Framework>(
  header: SignatureHeader,
  body: Uint8Array,
  context: DeliveryContext<Framework>,
  settings: VerifierSettings<Framework>,
): Promise<Verified | Rejected | Unavailable> {
  const keys = await context.inTime('secret', settings.keys(context.framework));
  if (ended(keys)) return keys;
  const window = { tolerance: settings.tolerance, now: context.receivedAt };
  if (keys.length === 0) {
    // An unknown tenant costs the same as a wrong signature, so that timing does not tell which tenants exist. This key is
    // public: its verdict is thrown away.
    await checkSignature(body, header, verifyingKeys('no such tenant'), window);
    return rejected(reject('signature_mismatch', { reason: 'no_secret' }));
  }
  const verified = await checkSignature(body, header, keys, window);
  if (!verified.ok) return rejected(verified);
  context.facts.timestamp = verified.timestamp;
  context.facts.secretIndex = verified.secretIndex;
  return verified;
}
