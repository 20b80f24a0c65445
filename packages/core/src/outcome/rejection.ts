/** Every rejection code with the status of its answer. The list is closed. */
export const statusByRejection = {
  method_not_allowed: 405,
  unsupported_media_type: 415,
  unsupported_encoding: 415,
  body_too_large: 413,
  body_incomplete: 400,
  signature_header_missing: 400,
  signature_header_malformed: 400,
  timestamp_missing: 400,
  signature_missing: 400,
  signature_mismatch: 401,
  timestamp_too_old: 400,
  timestamp_in_future: 400,
  event_malformed: 400,
  data_invalid: 422,
  wrong_integration: 403,
} as const;

/** Why a delivery was refused before its event was trusted. */
export type RejectionCode = keyof typeof statusByRejection;

/** A delivery refused before its event was trusted. A value, never thrown: a sender can cause each of them. */
export interface Rejection {
  readonly ok: false;
  readonly code: RejectionCode;
  /** With `timestamp_too_old` and `timestamp_in_future`: seconds from `t` to the receiver's clock; negative when `t` is ahead. */
  readonly skew?: number | undefined;
  /** With `signature_mismatch`: the resolver found no secret. The sender sees a wrong signature. */
  readonly reason?: 'no_secret' | undefined;
  /** With `data_invalid`: what is wrong with the event. */
  readonly issues?: readonly DataIssue[] | undefined;
}

/** One thing that is wrong with an event's `data`: an issue of Standard Schema. */
export interface DataIssue {
  readonly message: string;
  /** From the root of the event. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Builds a rejection. It captures no stack, so that refusing garbage stays cheap. */
export function reject(code: RejectionCode, detail?: Omit<Rejection, 'ok' | 'code'>): Rejection {
  return detail ? { ok: false, code, ...detail } : { ok: false, code };
}

/** An adapter's answer as a rejection; undefined when it has no known code. A copy: the code must not change later. */
export function readRejection(value: unknown): Rejection | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const code: unknown = Reflect.get(value, 'code');
  return isRejectionCode(code) ? reject(code) : undefined;
}

function isRejectionCode(code: unknown): code is RejectionCode {
  return typeof code === 'string' && Object.hasOwn(statusByRejection, code);
}

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

/** The command that prints the cause and the cure of a code. It works where the documentation is not at hand. */
export function explainCommand(code: string): string {
  return `npx @screening-webhooks/cli explain ${code}`;
}
