import type { Outcome, RejectionCode } from '@screening-webhooks/core';

/** What the body of an ack says: the outcome, and for a rejection its code. */
export interface StatedOutcome {
  readonly outcome: Outcome['kind'];
  readonly code?: RejectionCode;
}

const wordsByOutcome: Readonly<Record<Outcome['kind'], string>> = {
  processed: 'its handler ran',
  accepted: 'stored in the inbox, to be handled later',
  duplicate: 'handled before, so no handler ran',
  ignored: 'no handler for this type of event',
  discarded: 'its handler said that no retry can help',
  in_progress: 'another delivery of this event is being handled now',
  timed_out: 'the ack deadline came before the handler was done; it goes on',
  failed: 'its handler threw',
  unavailable: 'the dedupe store, the inbox or the secret source is down, or the receiver drains',
  rejected: 'refused before its event was trusted',
};

const wordsByRejection: Readonly<Record<RejectionCode, string>> = {
  method_not_allowed: 'only POST is taken',
  unsupported_media_type: 'the content type is not application/json',
  unsupported_encoding: 'the body is compressed, and the signature is over the bytes before that',
  body_too_large: 'the body is larger than the receiver takes',
  body_incomplete: 'the body did not arrive in full',
  signature_header_missing: 'there is no Service-Signature header',
  signature_header_malformed: 'the Service-Signature header cannot be read',
  timestamp_missing: 'the Service-Signature header has no t',
  signature_missing: 'the Service-Signature header has no usable v1',
  signature_mismatch: 'no signature fits these bytes and this secret',
  timestamp_too_old: 'signed more than 300 s ago',
  timestamp_in_future: 'signed more than 300 s ahead of the receiver’s clock',
  event_malformed: 'the signed body is not an event',
  data_invalid: 'the event does not fit the receiver’s schema',
  wrong_integration: 'the event belongs to another integration',
};

/** What an answer's body says, when it is that of a receiver of this toolkit. */
export function statedOutcome(body: Uint8Array): StatedOutcome | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || !('outcome' in value)) return undefined;
  const { outcome } = value;
  if (!isKeyOf(wordsByOutcome, outcome)) return undefined;
  const code = 'code' in value ? value.code : undefined;
  return isKeyOf(wordsByRejection, code) ? { outcome, code } : { outcome };
}

/** An outcome in words. */
export function outcomeWords({ outcome, code }: StatedOutcome): string {
  return code === undefined ? wordsByOutcome[outcome] : wordsByRejection[code];
}

function isKeyOf<Key extends string>(
  table: Readonly<Record<Key, string>>,
  key: unknown,
): key is Key {
  return typeof key === 'string' && Object.hasOwn(table, key);
}
