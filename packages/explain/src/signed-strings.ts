import type { ExplainCause } from './causes.js';
import { encodeUtf8 } from './text-codings.js';

/** What a signature may be over: the bytes before the body, and those after it. */
export interface SignedString {
  /** What has to be the matter if this form matches; undefined for the form of the specification. */
  readonly cause: ExplainCause | undefined;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

// What people put between `t` and the body when they sign with a script of their own.
const SEPARATORS = ['', ':', ',', '\n', ' ', '|', '-', '_', '/', ';', '..', '. '];

// `t` and the signature taken from two readings of the clock.
const NEARBY_SECONDS = [-1, 1, -2, 2];

/** The forms to try for a header with this `t`, that of spec section 5 first. Without `t`, only the body can have been signed. */
export function signedStrings(timestamp: string | undefined): readonly SignedString[] {
  const alone = form('signed_body_only', '');
  if (timestamp === undefined) return [alone];
  return [
    form(undefined, `${timestamp}.`),
    alone,
    ...SEPARATORS.map((separator) => form('signed_wrong_separator', timestamp + separator)),
    ...['.', '', ':'].map((separator) => form('signed_wrong_order', '', separator + timestamp)),
    ...otherTimestamps(timestamp).map((other) => form('signed_other_timestamp', `${other}.`)),
  ];
}

function otherTimestamps(timestamp: string): readonly string[] {
  const value = Number(timestamp);
  if (!Number.isSafeInteger(value)) return [];
  const nearby = NEARBY_SECONDS.map((offset) => String(value + offset));
  // Seconds in the header and milliseconds under the signature, or the other way round.
  return [String(Math.floor(value / 1000)), `${timestamp}000`, ...nearby];
}

function form(cause: ExplainCause | undefined, before: string, after = ''): SignedString {
  return { cause, before: encodeUtf8(before), after: encodeUtf8(after) };
}
