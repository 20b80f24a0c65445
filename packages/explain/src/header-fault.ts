import type { RejectionCode } from '@screening-webhooks/core';
import type { Diagnosis } from './diagnosis.js';
import { decodeBase64 } from './encodings.js';

/** The fault of a header value. */
export interface HeaderFault {
  readonly diagnosis: Diagnosis;
  /** False where a MAC may prove a more precise diagnosis, as for a signature that is too short. */
  readonly final: boolean;
}

// GitHub and similar services, Standard Webhooks, and a bare signature without a key.
const OTHER_SCHEMES = [
  /^(?:sha1|sha256|sha512|hmac)[=:]/i,
  /(?:^|\s)v1a?,[A-Za-z0-9+/]/,
  /^[0-9a-fA-F]{40,128}$/,
  /^[A-Za-z0-9+/]{43}=$/,
];

/** Names the fault of a header that a receiver rejects with `code` and that no repair makes readable. */
export function headerFault(text: string, code: RejectionCode): HeaderFault {
  const pairs = text.split(',', 64).map((part) => part.trim());
  const valuesOf = (key: string) =>
    pairs.filter((pair) => pair.startsWith(`${key}=`)).map((pair) => pair.slice(key.length + 1));

  if (code === 'signature_missing') {
    return { diagnosis: signatureFault(valuesOf('v1'), pairs), final: false };
  }
  return { diagnosis: timestampFault(text, valuesOf('t'), code), final: true };
}

function timestampFault(text: string, values: readonly string[], code: RejectionCode): Diagnosis {
  if (values.length > 1) return 'header_repeated';
  if (values.some((t) => !/^(?:0|[1-9][0-9]{0,14})$/.test(t))) {
    return 'timestamp_malformed: not whole seconds in plain digits';
  }
  // One valid `t`: only the length or the number of pairs is left to reject.
  if (values.length === 1) return 'header_malformed: too long or too many pairs';
  if (OTHER_SCHEMES.some((scheme) => scheme.test(text.trim()))) return 'header_of_other_scheme';
  return code === 'timestamp_missing'
    ? 'timestamp_malformed: missing'
    : 'header_malformed: no name=value pairs';
}

function signatureFault(values: readonly string[], pairs: readonly string[]): Diagnosis {
  if (values.length === 0) {
    return pairs.some((pair) => /^v[02-9]\d*=./.test(pair))
      ? 'signature_malformed: not named v1'
      : 'signature_malformed: missing';
  }
  const value = values.find((each) => each !== '');
  if (value === undefined) return 'signature_malformed: empty';
  if (/^[0-9a-fA-F]+$/.test(value)) {
    if (value.length === 40) return 'signature_malformed: 40 hex digits, the length of SHA-1';
    if (value.length === 128) return 'signature_malformed: 128 hex digits, the length of SHA-512';
    return 'signature_malformed: wrong number of hex digits';
  }
  return decodeBase64(value)?.length === 32
    ? 'signature_malformed: base64'
    : 'signature_malformed: not hex';
}
