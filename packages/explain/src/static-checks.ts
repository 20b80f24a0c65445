import type { RejectionCode } from '@screening-webhooks/core';
import { MAX_SEARCHED_BYTES } from './body-variants.js';
import { isGzip } from './compression.js';
import type { Diagnosis } from './diagnosis.js';
import { decodeUtf8, parseJson } from './encodings.js';

/** The headers of a delivery. Names may be in any case. */
export type Headers = readonly (readonly [string, string])[];

/** A fault, and the code of a receiver's answer to it. */
export interface Fault {
  readonly diagnosis: Diagnosis;
  readonly code: RejectionCode;
}

/** A genuine timestamp outside the window. */
export interface ClockFault extends Fault {
  /** The seconds between `t` and the clock, never negative. */
  readonly seconds: number;
}

// The text that JavaScript makes of values that are not a body.
const JAVASCRIPT_VALUE = /^(?:\[object \w+\]|undefined|null|NaN|true|false)$/;

// In seconds, this is the year 5138; in milliseconds, 1973.
const SURELY_MILLISECONDS = 100_000_000_000;

/** Faults that a receiver refuses before it checks the signature. Missing headers are not checked: they may be unknown. */
export function checkRequest(headers: Headers, body: Uint8Array): readonly Fault[] {
  const type = headerValue(headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== undefined && type !== 'application/json') {
    return [{ diagnosis: 'content_type_refused', code: 'unsupported_media_type' }];
  }
  const encoding = encodingOf(headers);
  if (encoding === undefined) return [];
  const decompressed = encoding === 'gzip' && !isGzip(body);
  const diagnosis = decompressed
    ? 'body_decompressed: Content-Encoding is gzip'
    : 'content_encoding_refused';
  return [{ diagnosis, code: 'unsupported_encoding' }];
}

/** The fault that the body shows by itself or against its Content-Length, when no MAC matches. */
export function checkBody(body: Uint8Array, headers: Headers): Diagnosis | undefined {
  if (body.length === 0) return 'body_missing: empty';
  const text = body.length < 64 ? decodeUtf8(body)?.trim() : undefined;
  if (text !== undefined && /^\{\s*\}$/.test(text)) return 'body_missing: an empty object';
  if (text !== undefined && JAVASCRIPT_VALUE.test(text)) {
    return 'body_missing: the text of a JavaScript value';
  }
  const length = headerValue(headers, 'content-length') ?? '';
  // With an encoding, the length counts the encoded bytes.
  if (/^\d+$/.test(length) && encodingOf(headers) === undefined) {
    if (Number(length) > body.length) {
      const isJson = parseJson(decodeUtf8(body) ?? '') !== undefined;
      return isJson
        ? 'body_length_mismatch: shorter than Content-Length'
        : 'body_length_mismatch: shorter than Content-Length, incomplete JSON';
    }
    if (Number(length) < body.length) return 'body_length_mismatch: longer than Content-Length';
  }
  if (body.length > MAX_SEARCHED_BYTES) return 'body_too_large_to_explain';
  return decodeUtf8(body)?.includes('\uFFFD') ? 'body_replacement_characters' : undefined;
}

/** Compares whole seconds. The window includes its ends, as in a receiver (spec section 5, step 5). */
export function checkClock(
  timestamp: string | undefined,
  tolerance: number,
  now: number,
): ClockFault | undefined {
  const t = Number(timestamp);
  if (timestamp === undefined || !Number.isSafeInteger(t)) return undefined;
  const age = Math.floor(now / 1000) - t;
  const seconds = Math.abs(age);
  if (seconds <= tolerance) return undefined;
  if (age > 0) return { diagnosis: 'delivery_stale', code: 'timestamp_too_old', seconds };
  const diagnosis =
    t >= SURELY_MILLISECONDS ? 'timestamp_malformed: in milliseconds' : 'clock_skew';
  return { diagnosis, code: 'timestamp_in_future', seconds };
}

function encodingOf(headers: Headers): string | undefined {
  const encoding = headerValue(headers, 'content-encoding')?.trim().toLowerCase();
  return encoding === 'identity' ? undefined : encoding;
}

function headerValue(headers: Headers, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}
