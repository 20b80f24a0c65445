import type { Expectation } from '@screening-webhooks/testing/faults';
import type { Middleware } from 'screening-webhooks-terminal';
import { type Exchange, isSuccess } from '../http/exchange.js';
import { describeNetworkError } from './describe-network-error.js';
import { middlewareOf } from './foreign-answer.js';
import { describeOutcome, type ReportedOutcome, readOutcome } from './reported-outcome.js';

/** The meaning of a delivery's result. */
export interface Assessment {
  /** Whether the receiver behaved as expected. */
  readonly ok: boolean;
  /** A short text to group by: `200 processed`, `no answer in time`. */
  readonly label: string;
  /** Whether the answer was a 2xx. */
  readonly acked: boolean;
  /** An explanation, in one sentence. */
  readonly sentence: string;
  readonly reported?: ReportedOutcome;
}

/** Explains an exchange, given the delivery and the behavior of a correct receiver. */
export function assess(
  result: Exchange,
  sent: { readonly method: string; readonly expected: Expectation },
): Assessment {
  switch (result.kind) {
    case 'answered':
      return assessAnswer(result.status, readOutcome(result.body), middlewareOf(result), sent);
    case 'timed_out':
      return unanswered(
        'no answer in time',
        'No answer in time. The service would give up here and try again later.',
      );
    case 'cut_off':
      return unanswered(
        'cut off',
        'The connection was closed in the middle of the body: check that no handler ran.',
        true,
      );
    case 'left':
      return unanswered(
        'left',
        'The response was not taken: check that the handler ran at most once, also after a retry.',
        true,
      );
    case 'interrupted':
      return unanswered('interrupted', 'Interrupted before the answer came.');
    case 'unreachable':
    case 'disconnected':
      return unanswered(
        result.kind,
        `No answer: ${describeNetworkError(result.code)}. The service would try again later.`,
      );
  }
}

function unanswered(label: string, sentence: string, ok = false): Assessment {
  return { ok, acked: false, label, sentence };
}

function assessAnswer(
  status: number,
  reported: ReportedOutcome | undefined,
  middleware: Middleware | undefined,
  sent: { readonly method: string; readonly expected: Expectation },
): Assessment {
  const acked = isSuccess(status);
  const name = reported?.code ?? reported?.outcome;
  // If a delivery must be refused, its refusal needs no explanation.
  const explained = sent.expected === 'refusal' ? undefined : middleware?.words;
  const words = reported === undefined ? explained : describeOutcome(reported);
  const detail = words === undefined ? '' : `: ${words}`;
  // A wrong URL refuses everything, which proves nothing.
  const noRoute = sent.method === 'POST' && reported === undefined && [404, 405].includes(status);
  const [ok, meaning] = noRoute
    ? noReceiver
    : acked
      ? assessAck(reported, sent.expected)
      : assessRefusal(status, sent.expected);
  return {
    ok,
    acked,
    label: name === undefined ? String(status) : `${status} ${name}`,
    sentence: `${meaning}${detail}.`,
    ...(reported && { reported }),
  };
}

type Verdict = readonly [ok: boolean, words: string];

const noReceiver: Verdict = [false, 'No receiver accepts POST at this URL'];

function assessAck(reported: ReportedOutcome | undefined, expected: Expectation): Verdict {
  if (expected === 'refusal') return [false, 'Acked, but it must be refused'];
  if (expected === 'ack or refusal') return [true, 'Acked'];
  if (expected === 'nothing') return [false, 'Acked before the whole body was sent'];
  const again = reported?.outcome === 'processed' || reported?.outcome === 'accepted';
  if (expected === 'duplicate' && again) return [false, 'Acked, but treated as a new event'];
  return [true, 'Acked'];
}

function assessRefusal(status: number, expected: Expectation): Verdict {
  if (expected === 'refusal' || expected === 'ack or refusal' || expected === 'nothing') {
    const refused = status >= 400 && status < 500;
    return refused
      ? [true, 'Refused, as expected']
      : [false, 'Neither acked nor refused with a 4xx'];
  }
  if (status >= 300 && status < 400) {
    return [false, 'Not acked: the service does not follow redirects'];
  }
  if (expected === 'ack or busy' && status === 409) {
    return [true, 'Busy, so the service would try again'];
  }
  return [false, 'Not acked, so the service would try again'];
}
