import type { AttemptCause } from './find-cause.js';

export const nextSteps = [
  'start_app',
  'correct_url',
  'check_network',
  'check_tls',
  'keep_connection',
  'speak_http',
  'answer_first',
  'use_final_address',
  'compare_secret',
  'forward_request',
  'set_clock',
  'exempt_route',
  'add_route',
  'accept_post',
  'accept_body',
  'accept_json',
  'wait',
  'read_app_log',
  'handle_fault',
  'allow_address',
  'replay',
  'read_service_log',
] as const;

/** The step to take after an attempt. */
export type NextStep = Readonly<{ code: (typeof nextSteps)[number]; message: string }>;

/** An attempt with its cause, and the facts that choose the next step. */
export interface KnownAttempt {
  readonly cause: AttemptCause;
  readonly url: string;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: string | null;
  /** The length of the body of the event. */
  readonly bytes: number;
  /** The time that the endpoint gives its receiver now. */
  readonly timeoutSeconds: number;
  /** The last four characters of the secret that the endpoint has now. */
  readonly secretHint: string;
  readonly isCurrentSecret: boolean;
  /** Whether the request was changed on purpose after it was signed. */
  readonly isChanged: boolean;
  /** Whether a function takes the deliveries instead of a socket. */
  readonly inProcess: boolean;
}
