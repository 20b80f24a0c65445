import type { Outcome, RejectionCode } from '@screening-webhooks/core';
import { parseObject } from '../json.js';

/** The outcome in the body of an ack, and the code of a rejection. */
export interface ReportedOutcome {
  readonly outcome: Outcome['kind'];
  readonly code?: RejectionCode;
}

const textByOutcome: Readonly<Record<Outcome['kind'], string>> = {
  processed: 'its handler ran',
  accepted: 'stored in the inbox, to be handled later',
  duplicate: 'handled before, so no handler ran',
  ignored: 'no handler for this type of event',
  discarded: 'its handler reported that retries cannot help',
  in_progress: 'another delivery of this event is being handled now',
  timed_out: 'the ack deadline passed before the handler finished; it keeps running',
  failed: 'its handler threw',
  unavailable: 'the dedupe store, inbox or secret source is down, or the receiver is draining',
  rejected: 'refused before its event was verified',
};

const textByRejection: Readonly<Record<RejectionCode, string>> = {
  method_not_allowed: 'only POST is accepted',
  unsupported_media_type: 'the content type is not application/json',
  unsupported_encoding: 'the body is compressed, but the signature covers the uncompressed bytes',
  body_too_large: 'the body is larger than the receiver accepts',
  body_incomplete: 'the body did not arrive in full',
  signature_header_missing: 'the Service-Signature header is missing',
  signature_header_malformed: 'the Service-Signature header is malformed',
  timestamp_missing: 'the Service-Signature header has no t',
  signature_missing: 'the Service-Signature header has no usable v1',
  signature_mismatch: 'no signature matches these bytes and this secret',
  timestamp_too_old: 'signed more than 300 s ago',
  timestamp_in_future: 'signed more than 300 s ahead of the receiver’s clock',
  event_malformed: 'the signed body is not an event',
  data_invalid: 'the event does not match the receiver’s schema',
  wrong_integration: 'the event belongs to another integration',
};

/** Reads the outcome from an answer's body; undefined when the body is not from a receiver of this toolkit. */
export function readOutcome(body: Uint8Array): ReportedOutcome | undefined {
  const { outcome, code } = parseObject(body) ?? {};
  if (!isKeyOf(textByOutcome, outcome)) return undefined;
  return isRejectionCode(code) ? { outcome, code } : { outcome };
}

export function isRejectionCode(code: unknown): code is RejectionCode {
  return isKeyOf(textByRejection, code);
}

/** Describes an outcome. */
export function describeOutcome({ outcome, code }: ReportedOutcome): string {
  return code === undefined ? textByOutcome[outcome] : textByRejection[code];
}

function isKeyOf<Key extends string>(
  table: Readonly<Record<Key, string>>,
  key: unknown,
): key is Key {
  return typeof key === 'string' && Object.hasOwn(table, key);
}
