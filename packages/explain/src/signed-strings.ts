import type { Diagnosis } from './diagnosis.js';
import { encodeUtf8 } from './encodings.js';

/** A string that a signature may cover: the bytes before the body, and those after it. */
export interface SignedString {
  /** The diagnosis if it matches; `undefined` for the string of the specification. */
  readonly diagnosis: Diagnosis | undefined;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

// Mistakes in hand-written signing scripts.
const SEPARATORS = ['', ':', ',', '\n', ' ', '|', '-', '_', '/', ';', '..', '. '];

// The signer reads the clock twice: for `t`, and for the signed string.
const NEARBY_SECONDS = [-1, 1, -2, 2];

/** The strings to try for a header with this `t`: first the one of spec section 5. Without `t`, only the body. */
export function signedStrings(timestamp: string | undefined): readonly SignedString[] {
  const alone = signedString('signed_wrong_string: the body without t', '');
  if (timestamp === undefined) return [alone];
  return [
    signedString(undefined, `${timestamp}.`),
    alone,
    ...SEPARATORS.map((separator) =>
      signedString(
        'signed_wrong_string: wrong separator between t and the body',
        timestamp + separator,
      ),
    ),
    ...['.', '', ':'].map((separator) =>
      signedString('signed_wrong_string: the body before t', '', separator + timestamp),
    ),
    ...otherTimestamps(timestamp).map((other) =>
      signedString('signed_other_timestamp', `${other}.`),
    ),
  ];
}

function otherTimestamps(timestamp: string): readonly string[] {
  const value = Number(timestamp);
  if (!Number.isSafeInteger(value)) return [];
  const nearby = NEARBY_SECONDS.map((offset) => String(value + offset));
  // Seconds in the header and milliseconds in the signed string, or the reverse.
  return [String(Math.floor(value / 1000)), `${timestamp}000`, ...nearby];
}

function signedString(diagnosis: Diagnosis | undefined, before: string, after = ''): SignedString {
  return { diagnosis, before: encodeUtf8(before), after: encodeUtf8(after) };
}
