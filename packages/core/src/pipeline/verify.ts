import type { VerifierSettings } from '../settings.js';
import { checkSignature, type Verified } from '../signature/check-signature.js';
import type { MacKey } from '../signature/mac.js';
import { signingKeys } from '../signature/signing-keys.js';
import type { Admitted } from './admit.js';
import type { Arrival } from './arrival.js';
import { expired } from './deadline.js';
import { type Rejected, rejected, type Unavailable, unavailable } from './outcome.js';
import { reject } from './rejection.js';

/** Finds the keys and checks the signature. Answers `unavailable` when the secret cannot be had. */
export async function verify<Framework>(
  { header, body }: Admitted,
  { framework, deadline, receivedAt }: Arrival<Framework>,
  settings: VerifierSettings<Framework>,
): Promise<Verified | Rejected | Unavailable> {
  let keys: readonly MacKey[] | typeof expired;
  try {
    keys = await deadline.race(settings.keys(framework));
  } catch (error) {
    return unavailable('secret', error);
  }
  if (keys === expired) return unavailable('secret');

  const window = { tolerance: settings.tolerance, now: receivedAt };
  if (keys.length > 0) {
    const checked = await checkSignature(body, header, keys, window);
    return checked.ok ? checked : rejected(checked);
  }

  // An unknown tenant costs the same as a wrong signature, so that timing does not tell which tenants exist. This key
  // is public: its verdict is thrown away.
  await checkSignature(body, header, signingKeys('no such tenant'), window);
  return rejected(reject('signature_mismatch'));
}
