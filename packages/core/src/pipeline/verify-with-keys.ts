import { isPromise, type MaybePromise } from '../async/maybe-promise.js';
import { type Rejected, rejected, type Unavailable } from '../outcome/outcome.js';
import { type Rejection, reject } from '../outcome/rejection.js';
import {
  checkSignature,
  type SignatureWindow,
  type Verified,
} from '../signature/check-signature.js';
import type { MacKey } from '../signature/mac.js';
import type { SignatureHeader } from '../signature/parse-signature-header.js';
import { signingKeys } from '../signature/signing-keys.js';
import { awaitDependency } from './await-dependency.js';
import type { DeliveryContext } from './delivery-context.js';
import type { VerifierSettings } from './settings.js';

/** Finds the signing keys, then checks signature and window. `unavailable` when the keys cannot be found out. */
export function verifyWithKeys<Framework>(
  header: SignatureHeader,
  body: Uint8Array,
  context: DeliveryContext<Framework>,
  settings: VerifierSettings<Framework>,
): MaybePromise<Verified | Rejected | Unavailable> {
  const window = { tolerance: settings.tolerance, now: context.receivedAt };
  const keys = settings.keys(context.framework);
  return isPromise(keys)
    ? resolveKeys(keys, header, body, window, context)
    : verify(keys, header, body, window);
}

async function resolveKeys<Framework>(
  resolving: Promise<readonly MacKey[]>,
  header: SignatureHeader,
  body: Uint8Array,
  window: SignatureWindow,
  { deadline }: DeliveryContext<Framework>,
): Promise<Verified | Rejected | Unavailable> {
  const keys = await awaitDependency(resolving, deadline, 'secret');
  return 'kind' in keys ? keys : verify(keys, header, body, window);
}

function verify(
  keys: readonly MacKey[],
  header: SignatureHeader,
  body: Uint8Array,
  window: SignatureWindow,
): MaybePromise<Verified | Rejected> {
  if (keys.length === 0) return refuseUnknownTenant(header, body, window);
  const verified = checkSignature(body, header, keys, window);
  return isPromise(verified) ? verified.then(verifiedOrRejected) : verifiedOrRejected(verified);
}

/** Costs the same as a wrong signature, so that timing does not tell which tenants exist. */
function refuseUnknownTenant(
  header: SignatureHeader,
  body: Uint8Array,
  window: SignatureWindow,
): MaybePromise<Rejected> {
  // This key is public: its verdict is thrown away.
  const verdict = checkSignature(body, header, signingKeys('no such tenant'), window);
  return isPromise(verdict) ? verdict.then(mismatch) : mismatch();
}

function mismatch(): Rejected {
  return rejected(reject('signature_mismatch', { reason: 'no_secret' }));
}

function verifiedOrRejected(verified: Verified | Rejection): Verified | Rejected {
  return verified.ok ? verified : rejected(verified);
}
