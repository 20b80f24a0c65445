import type { MiddlewareCode } from 'screening-webhooks-terminal';

/** The kind of {@link Cause}. */
export type CauseCode =
  /** Nothing receives webhooks at this path. */
  | 'not_found'
  | 'method_not_allowed'
  | 'redirected'
  | 'no_answer'
  | 'connection_closed'
  /** Middleware or a proxy in front of the receiver refuses every delivery. */
  | MiddlewareCode
  /** 503. */
  | 'overloaded'
  /** The clocks of both sides differ by more than the window. */
  | 'clock'
  /** The receiver verifies a body that was parsed and serialized again, or no body at all. */
  | 'body_changed'
  /** The receiver does not compute the MAC of the specification. */
  | 'other_mac'
  /** The receiver's secret is empty, or a variable that is not set. */
  | 'secret_not_set'
  /** The receiver's secret is `--secret`, decoded or with other white space. */
  | 'secret_changed'
  /** Most likely, the receiver's secret is not `--secret`. */
  | 'wrong_secret'
  /** The request is refused before its signature is checked, for its size or its media type. */
  | 'request_refused'
  /** The signature matches; then the event is refused. */
  | 'event_refused'
  /** The signature matches; then the handler fails. */
  | 'handler_failed'
  /** The receiver fails for every delivery. */
  | 'server_error'
  /** The time limit came first. */
  | 'out_of_time'
  /** Genuine events passed at first. */
  | 'stopped';

/** Why no genuine event passes (any longer), so that most checks would be meaningless. */
export interface Cause {
  readonly code: CauseCode;
  /** One sentence: what was observed and what it most likely means. */
  readonly sentence: string;
}

/** A cause as the first sentence of a report. */
export function headlineOf({ code, sentence }: Cause): readonly [claim: string, reason: string] {
  return code === 'stopped'
    ? ['Genuine events passed', `, then ${sentence}`]
    : ['No genuine event passes', `: ${sentence}`];
}

/** Why the checks that were not run are unproven. */
export function whyUnproven({ code }: Cause): string {
  if (code === 'out_of_time') return 'the time limit came first';
  const state = code === 'stopped' ? 'genuine events pass no more' : 'no genuine event passes';
  return `${state}, so a refusal proves nothing`;
}
