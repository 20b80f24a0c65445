import type { Exchange } from '../http/exchange.js';
import { networkError } from './network-error.js';
import { outcomeWords, type StatedOutcome, statedOutcome } from './outcome-words.js';

/**
 * What a good receiver does with a delivery: acks it with a 2xx, acks it without running a handler again, refuses it with a
 * 4xx, acks it or says with a 409 that it is busy with the same event, or never sees all of it.
 */
export type Expectation = 'ack' | 'duplicate' | 'refusal' | 'ack or busy' | 'nothing';

/** How a delivery went, as the service and the engineer would see it. */
export interface Judgement {
  /** Whether the receiver did what was expected. */
  readonly ok: boolean;
  /** What it came to, in a few words that can be counted: `200 processed`, `no answer`. */
  readonly label: string;
  /** Whether the answer was a 2xx. */
  readonly acked: boolean;
  /** One sentence. */
  readonly sentence: string;
  readonly stated?: StatedOutcome;
}

/** Says what an exchange means, given what was sent and what a good receiver does with it. */
export function judge(
  result: Exchange,
  sent: { readonly method: string; readonly expected: Expectation },
): Judgement {
  switch (result.kind) {
    case 'answered':
      return judgeAnswer(result.status, statedOutcome(result.body), sent);
    case 'timed_out':
      return unanswered(
        'no answer in time',
        'No answer in time. The service would give up here and try again later.',
      );
    case 'cut_off':
      return unanswered(
        'cut off',
        'We hung up in the middle of the body: see that no handler ran for it.',
        true,
      );
    case 'interrupted':
      return unanswered('interrupted', 'Interrupted before the answer came.');
    case 'unreachable':
    case 'disconnected':
      return unanswered(
        result.kind,
        `No answer: ${networkError(result.code)}. The service would try again later.`,
      );
  }
}

function unanswered(label: string, sentence: string, ok = false): Judgement {
  return { ok, acked: false, label, sentence };
}

function judgeAnswer(
  status: number,
  stated: StatedOutcome | undefined,
  sent: { readonly method: string; readonly expected: Expectation },
): Judgement {
  const acked = status >= 200 && status < 300;
  const name = stated?.code ?? stated?.outcome;
  const detail = stated === undefined ? '' : `: ${outcomeWords(stated)}`;
  // A wrong address refuses everything, and proves nothing.
  const noRoute = sent.method === 'POST' && stated === undefined && [404, 405].includes(status);
  const [ok, words] = noRoute
    ? noReceiver
    : acked
      ? judgeAck(stated, sent.expected)
      : judgeRefusal(status, sent.expected);
  return {
    ok,
    acked,
    label: name === undefined ? String(status) : `${status} ${name}`,
    sentence: `${words}${detail}.`,
    ...(stated && { stated }),
  };
}

type Verdict = readonly [ok: boolean, words: string];

const noReceiver: Verdict = [false, 'No receiver takes POST at this address'];

function judgeAck(stated: StatedOutcome | undefined, expected: Expectation): Verdict {
  if (expected === 'refusal') return [false, 'Acked, but it must be refused'];
  if (expected === 'nothing') return [false, 'Acked before all of the body was there'];
  const again = stated?.outcome === 'processed' || stated?.outcome === 'accepted';
  if (expected === 'duplicate' && again) return [false, 'Acked, but taken for a new event'];
  return [true, 'Acked'];
}

function judgeRefusal(status: number, expected: Expectation): Verdict {
  if (expected === 'refusal' || expected === 'nothing') {
    const refused = status >= 400 && status < 500;
    return refused
      ? [true, 'Refused, as it should be']
      : [false, 'Neither acked nor refused by a 4xx'];
  }
  if (status >= 300 && status < 400) {
    return [false, 'Not acked, as the service follows no redirect'];
  }
  if (expected === 'ack or busy' && status === 409) {
    return [true, 'Busy, so the service would try again'];
  }
  return [false, 'Not acked, so the service would try again'];
}
