import type { RejectionCode } from './rejection.js';

/** The codes of HTTP and of a receiver's options: `verifyEvent` throws all but these. */
type ReceiverCode =
  | 'method_not_allowed'
  | 'unsupported_media_type'
  | 'unsupported_encoding'
  | 'body_too_large'
  | 'body_incomplete'
  | 'wrong_integration';

/** The likely cause of each rejection of a signature or an event, as a sentence. */
export const likelyCausesOfDelivery: Readonly<
  Record<Exclude<RejectionCode, ReceiverCode>, string>
> = {
  signature_header_missing:
    'No Service-Signature header was passed: a stranger, or a proxy that drops the header.',
  signature_header_malformed: 'The header is not t=<seconds>,v1=<hex>.',
  timestamp_missing: 'The header has no t=<seconds>.',
  signature_missing: 'The header has no v1=<64 hex digits>.',
  signature_mismatch:
    'No secret of this receiver made this signature: wrong secret, or the body was changed.',
  timestamp_too_old:
    'The signature is genuine, but old: the delivery is a replay or was held back, or this clock is ahead.',
  timestamp_in_future: 'The signature is genuine, but its time is ahead: this clock is behind.',
  event_malformed: 'The signature is genuine, but the body is not a valid event in JSON.',
  data_invalid: 'A schema refuses the event, or data.verified contradicts its type.',
};

const likelyCausesOfReceiver: Readonly<Record<ReceiverCode, string>> = {
  method_not_allowed: 'The request is not a POST: a browser, a monitor or a scanner.',
  unsupported_media_type:
    'Content-Type is not application/json: a stranger, or a proxy that changes headers.',
  unsupported_encoding:
    'The body is compressed, probably by a proxy. The signature is over the bytes as sent.',
  body_too_large: 'The body has more than maxBodyBytes.',
  body_incomplete:
    'The body did not arrive before the ack deadline: a bad connection, or middleware that reads it.',
  wrong_integration: 'The event is of another integration than integrationId.',
};

/** The likely cause of each rejection, as a sentence. */
export function likelyCause(code: RejectionCode): string {
  // Two tables, not one made of both: a bundler cannot leave out an object that has a spread.
  return isOfReceiver(code) ? likelyCausesOfReceiver[code] : likelyCausesOfDelivery[code];
}

function isOfReceiver(code: RejectionCode): code is ReceiverCode {
  return Object.hasOwn(likelyCausesOfReceiver, code);
}
