import type { CauseText } from './causes.js';
import { READ_HEADER, SIGN_AS_SPECIFIED } from './cures.js';

/** The signatures in the header, and the string that they are over. */
export type SignatureCause =
  | 'signature_absent'
  | 'signature_not_v1'
  | 'signature_empty'
  | 'signature_truncated'
  | 'signature_wrong_length'
  | 'signature_of_sha1'
  | 'signature_of_sha512'
  | 'signature_base64'
  | 'signature_not_hex'
  | 'signed_body_only'
  | 'signed_wrong_separator'
  | 'signed_wrong_order'
  | 'signed_other_timestamp';

/** The words for each. */
export const signatureCauses: Readonly<Record<SignatureCause, CauseText>> = {
  signature_absent: ['The header has no v1.', SIGN_AS_SPECIFIED],
  signature_not_v1: [
    'The header has its signature under another label than v1.',
    SIGN_AS_SPECIFIED,
  ],
  signature_empty: ['The v1 in the header is empty.', SIGN_AS_SPECIFIED],
  signature_truncated: [
    'The signature is the right one, cut short.',
    'Look for what cuts the header: a column, a log line, a copy by hand.',
  ],
  signature_wrong_length: ['The v1 in the header does not have 64 hex digits.', READ_HEADER],
  signature_of_sha1: [
    'The v1 in the header has 40 hex digits, as SHA-1 gives; SHA-256 gives 64.',
    SIGN_AS_SPECIFIED,
  ],
  signature_of_sha512: [
    'The v1 in the header has 128 hex digits, as SHA-512 gives; SHA-256 gives 64.',
    SIGN_AS_SPECIFIED,
  ],
  signature_base64: ['The v1 in the header is base64, not hex.', SIGN_AS_SPECIFIED],
  signature_not_hex: ['The v1 in the header is not hex.', SIGN_AS_SPECIFIED],
  signed_body_only: [
    'The signature is over the body alone, without t and a dot before it.',
    SIGN_AS_SPECIFIED,
  ],
  signed_wrong_separator: [
    'The signature is over t and the body with something other than one dot between them.',
    SIGN_AS_SPECIFIED,
  ],
  signed_wrong_order: ['The signature is over the body and then t.', SIGN_AS_SPECIFIED],
  signed_other_timestamp: [
    'The signature is over another timestamp than the t in the header.',
    'Take t once, in whole Unix seconds, and use it for the header and for the signature.',
  ],
};
