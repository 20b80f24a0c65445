import { andThen, isPromise, type MaybePromise } from '../maybe-promise.js';
import type { VerifierSettings } from '../settings.js';
import {
  checkSignature,
  type SignatureWindow,
  type Verified,
} from '../signature/check-signature.js';
import type { MacKey } from '../signature/mac.js';
import type { SignatureHeader } from '../signature/parse-signature-header.js';
import { signingKeys } from '../signature/signing-keys.js';
import { inTime } from './in-time.js';
import type { Unavailable } from './outcome.js';
import type { Passage } from './passage.js';
import { type Rejection, reject } from './rejection.js';

/** Finds the keys and checks the signature. Answers `unavailable` when the secret cannot be had. */
export function verify<Framework>(
  header: SignatureHeader,
  body: Uint8Array,
  passage: Passage<Framework>,
  settings: VerifierSettings<Framework>,
): MaybePromise<Verified | Rejection | Unavailable> {
  const window = { tolerance: settings.tolerance, now: passage.receivedAt };
  const keys = settings.keys(passage.framework);
  if (!isPromise(keys)) return check(keys, header, body, window);
  return inTime(keys, passage.deadline, 'secret').then((found) =>
    'kind' in found ? found : check(found, header, body, window),
  );
}

function check(
  keys: readonly MacKey[],
  header: SignatureHeader,
  body: Uint8Array,
  window: SignatureWindow,
): MaybePromise<Verified | Rejection> {
  if (keys.length > 0) return checkSignature(body, header, keys, window);

  // An unknown tenant costs the same as a wrong signature, so that timing does not tell which tenants exist. This key
  // is public: its verdict is thrown away.
  const verdict = checkSignature(body, header, signingKeys('no such tenant'), window);
  return andThen(verdict, () => reject('signature_mismatch'));
}
