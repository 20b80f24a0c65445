/** Why a delivery was refused before its event was trusted. The list is closed; `ack.ts` gives each code its status. */
export type RejectionCode =
  | 'method_not_allowed'
  | 'unsupported_media_type'
  | 'unsupported_encoding'
  | 'body_too_large'
  | 'body_incomplete'
  | 'signature_header_missing'
  | 'signature_header_malformed'
  | 'timestamp_missing'
  | 'signature_missing'
  | 'signature_mismatch'
  | 'timestamp_too_old'
  | 'timestamp_in_future'
  | 'event_malformed'
  | 'data_invalid'
  | 'wrong_integration';

/** A delivery refused before its event was trusted. A value, never thrown: a sender can cause each of them. */
export interface Rejection {
  readonly ok: false;
  readonly code: RejectionCode;
  /** With `timestamp_too_old` and `timestamp_in_future`: seconds from `t` to the receiver's clock; negative when `t` is ahead. */
  readonly skew?: number;
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
