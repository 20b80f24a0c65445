import { findFault } from '@screening-webhooks/testing/faults';
import { recognizeMiddleware } from 'screening-webhooks-terminal';
import { z } from 'zod';
import type { FailureCause } from '../delivery-records.js';
import type { AttemptCause } from './find-cause.js';
import type { KnownAttempt, NextStep } from './known-attempt.js';
import { stepWithoutAnswer } from './step-without-answer.js';

/** Returns what to do after an attempt. `null` if there is nothing to do. */
export function chooseNextStep(attempt: KnownAttempt): NextStep | null {
  const { cause, isChanged } = attempt;
  const { status } = cause;
  if (isChanged && status !== null && status < 500) return stepAfterFault(cause);
  if (cause.code === 'acknowledged') return null;
  if (status === null) return stepWithoutAnswer(attempt);
  return stepOfAck(attempt) ?? stepOfMiddleware(attempt, status) ?? afterAnswer(attempt);
}

/** A fault describes itself what a correct receiver does. */
function stepAfterFault({ code, fault: kind }: AttemptCause): NextStep | null {
  const fault = kind === null ? undefined : findFault(kind);
  const isAcked = code === 'acknowledged';
  const isWrong = isAcked ? fault?.refusal !== undefined : fault?.retryable === true;
  if (!fault || !isWrong) return null;
  const wanted = isAcked ? 'refuses' : 'acknowledges';
  const message = `A correct receiver ${wanted} this delivery. The fault ${kind}: ${fault.summary}.`;
  return { code: 'handle_fault', message };
}

/** Receivers that use the toolkit say why they refuse a delivery. */
function stepOfAck(attempt: KnownAttempt): NextStep | undefined {
  const ack = readAck(attempt.responseBody);
  switch (ack?.code ?? ack?.outcome) {
    case 'in_progress':
      return {
        code: 'wait',
        message: 'Wait for the next attempt: your app works on another delivery of this event.',
      };
    case 'signature_mismatch':
      return compareSecret(attempt);
    case 'timestamp_too_old':
    case 'timestamp_in_future':
      return {
        code: 'set_clock',
        message:
          'Set the clock of your app: its time and that of the signature are too far apart. With --signature-clock virtual, give the receiver the clock of the service.',
      };
    case 'signature_header_missing':
    case 'signature_header_malformed':
    case 'timestamp_missing':
    case 'signature_missing':
      return forward('the header Service-Signature');
    case 'body_incomplete':
      return forward('the whole body');
    case 'unsupported_encoding':
      return forward('the body without an encoding');
    case 'event_malformed':
    case 'data_invalid':
    case 'wrong_integration':
      return {
        code: 'read_app_log',
        message: 'Read the log of your app: it has verified the signature, and refuses the event.',
      };
    default:
      return undefined;
  }
}

function forward(it: string): NextStep {
  const message = `Have the proxy in front of your app forward ${it} unchanged.`;
  return { code: 'forward_request', message };
}

function stepOfMiddleware(attempt: KnownAttempt, status: number): NextStep | undefined {
  const { url, responseHeaders, responseBody } = attempt;
  const headers = Object.entries(responseHeaders ?? {});
  const found = recognizeMiddleware({ url, status, headers, body: responseBody ?? '' });
  if (!found) return undefined;
  return { code: 'exempt_route', message: `Probably ${found.words}. ${found.cure}` };
}

function afterAnswer(attempt: KnownAttempt): NextStep {
  const { cause, url, bytes } = attempt;
  const path = URL.canParse(url) ? new URL(url).pathname : '/';
  const steps: Partial<Record<'acknowledged' | FailureCause, NextStep>> = {
    redirected: {
      code: 'use_final_address',
      message:
        cause.location === null
          ? 'Answer at the address itself: redirects are not followed.'
          : `Use the final address ${cause.location} as the endpoint's URL.`,
    },
    bad_request: compareSecret(attempt),
    unauthorized: compareSecret(attempt),
    forbidden: compareSecret(attempt),
    not_found: {
      code: 'add_route',
      message: `Add the route POST ${path} to your app, or correct the endpoint's URL.`,
    },
    method_not_allowed: { code: 'accept_post', message: `Let ${path} accept POST.` },
    too_large: { code: 'accept_body', message: `Let ${path} accept a body of ${bytes} bytes.` },
    unsupported_media_type: {
      code: 'accept_json',
      message: `Let ${path} accept Content-Type: application/json.`,
    },
    rate_limited: { code: 'wait', message: `Let ${path} take more deliveries at a time.` },
  };
  const message = "Read your app's answer, and its log at the time of the attempt.";
  return steps[cause.code] ?? { code: 'read_app_log', message };
}

function compareSecret({ isCurrentSecret, secretHint }: KnownAttempt): NextStep {
  if (!isCurrentSecret) {
    const message = `Replay the delivery: a replay is signed with the secret that ends in ${secretHint}.`;
    return { code: 'replay', message };
  }
  const message = `Compare your secret's last four characters with ${secretHint}. If they are the same, verify the bytes as received, before a body parser runs.`;
  return { code: 'compare_secret', message };
}

const Ack = z.object({ outcome: z.string(), code: z.string().optional() });

/** The answers of the toolkit are shorter. */
const LONGEST = 1000;

/** The answer of a receiver of the toolkit: the outcome, and the code of a refusal. `undefined` for any other answer. */
function readAck(body: string | null): z.output<typeof Ack> | undefined {
  if (body === null || body.length > LONGEST) return undefined;
  try {
    return Ack.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
