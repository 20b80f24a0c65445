import type { RejectionCode } from '@screening-webhooks/core';
import { MAX_VARIED_BYTES } from './body-variants.js';
import type { ExplainCause } from './causes.js';
import { isGzip } from './compression.js';
import { decodeUtf8, parseJson } from './text-codings.js';

/** The headers of a delivery, in any case. */
export type Headers = readonly (readonly [string, string])[];

// What JavaScript writes for values that are not a body.
const PLACEHOLDER = /^(?:\[object \w+\]|undefined|null|NaN|true|false)$/;

/** A cause with what a receiver answers to it. */
export interface Fault {
  readonly cause: ExplainCause;
  readonly code: RejectionCode;
}

/** What a receiver refuses before it looks at the signature. Headers that are not there are not judged. */
export function checkRequest(headers: Headers, body: Uint8Array): readonly Fault[] {
  const type = headerValue(headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== undefined && type !== 'application/json') {
    return [{ cause: 'content_type_refused', code: 'unsupported_media_type' }];
  }
  const encoding = encodingOf(headers);
  if (encoding === undefined) return [];
  const removed = encoding === 'gzip' && !isGzip(body);
  const cause = removed ? 'body_encoding_removed' : 'content_encoding_refused';
  return [{ cause, code: 'unsupported_encoding' }];
}

/** What a body shows by itself, or beside its Content-Length. No MAC is needed for these; none of them is a guess. */
export function checkBody(body: Uint8Array, headers: Headers): ExplainCause | undefined {
  if (body.length === 0) return 'body_empty';
  const text = body.length < 64 ? decodeUtf8(body)?.trim() : undefined;
  if (text !== undefined && /^\{\s*\}$/.test(text)) return 'body_empty_object';
  if (text !== undefined && PLACEHOLDER.test(text)) return 'body_placeholder';
  const length = headerValue(headers, 'content-length') ?? '';
  // With an encoding, the length is that of the encoded bytes.
  if (/^\d+$/.test(length) && encodingOf(headers) === undefined) {
    if (Number(length) > body.length) {
      const whole = parseJson(decodeUtf8(body) ?? '') !== undefined;
      return whole ? 'body_shorter_than_sent' : 'body_truncated';
    }
    if (Number(length) < body.length) return 'body_longer_than_sent';
  }
  if (body.length > MAX_VARIED_BYTES) return 'body_too_large_to_explain';
  return decodeUtf8(body)?.includes('\uFFFD') ? 'body_replacement_characters' : undefined;
}

function encodingOf(headers: Headers): string | undefined {
  const encoding = headerValue(headers, 'content-encoding')?.trim().toLowerCase();
  return encoding === 'identity' ? undefined : encoding;
}

function headerValue(headers: Headers, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}
