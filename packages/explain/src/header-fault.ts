import type { RejectionCode } from '@screening-webhooks/core';
import type { ExplainCause } from './causes.js';
import { decodeBase64 } from './text-codings.js';

/** What the form of a header shows. */
export interface HeaderFault {
  readonly cause: ExplainCause;
  /** False where a MAC may still tell more, as for a signature that is too short. */
  readonly certain: boolean;
}

// GitHub and its like, Standard Webhooks, and a signature with nothing around it.
const OTHER_SCHEMES = [
  /^(?:sha1|sha256|sha512|hmac)[=:]/i,
  /(?:^|\s)v1a?,[A-Za-z0-9+/]/,
  /^[0-9a-fA-F]{40,128}$/,
  /^[A-Za-z0-9+/]{43}=$/,
];

/** Names the fault of a header that a receiver answers with `code`, and that no repair makes readable. */
export function headerFault(text: string, code: RejectionCode): HeaderFault {
  const pairs = text.split(',', 64).map((part) => part.trim());
  const valuesOf = (key: string) =>
    pairs.filter((pair) => pair.startsWith(`${key}=`)).map((pair) => pair.slice(key.length + 1));

  if (code === 'signature_missing') {
    return { cause: signatureFault(valuesOf('v1'), pairs), certain: false };
  }
  const timestamps = valuesOf('t');
  if (timestamps.length > 1) return { cause: 'header_repeated', certain: true };
  if (timestamps.some((t) => !/^(?:0|[1-9][0-9]{0,14})$/.test(t))) {
    return { cause: 'timestamp_malformed', certain: true };
  }
  // Within its 4,096 characters, and with one good `t`: only the number of its pairs is left.
  if (timestamps.length === 1) return { cause: 'header_too_large', certain: true };
  if (OTHER_SCHEMES.some((scheme) => scheme.test(text.trim()))) {
    return { cause: 'header_of_other_scheme', certain: true };
  }
  const cause = code === 'timestamp_missing' ? 'timestamp_missing' : 'header_unreadable';
  return { cause, certain: true };
}

function signatureFault(values: readonly string[], pairs: readonly string[]): ExplainCause {
  const [value] = values;
  if (value === undefined) {
    return pairs.some((pair) => /^v[02-9]\d*=./.test(pair))
      ? 'signature_not_v1'
      : 'signature_absent';
  }
  if (values.every((each) => each === '')) return 'signature_empty';
  const sent = values.find((each) => each !== '') ?? value;
  if (/^[0-9a-fA-F]+$/.test(sent)) {
    if (sent.length === 40) return 'signature_of_sha1';
    return sent.length === 128 ? 'signature_of_sha512' : 'signature_wrong_length';
  }
  return decodeBase64(sent)?.length === 32 ? 'signature_base64' : 'signature_not_hex';
}
