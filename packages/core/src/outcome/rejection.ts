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
  readonly skew?: number;
  /** With `signature_mismatch`: the resolver found no secret. The sender sees a wrong signature. */
  readonly reason?: 'no_secret';
  /** With `data_invalid`: what is wrong with the event. */
  readonly issues?: readonly DataIssue[];
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
