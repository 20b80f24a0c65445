import { assess } from '../answer/assess.js';
import { type Exchange, isSuccess } from '../http/exchange.js';

/** The result of a check. `unproven` is not a pass: the behavior could not be observed. */
export interface Finding {
  readonly verdict: 'passed' | 'failed' | 'unproven';
  /** The observed behavior, or why it could not be observed. */
  readonly got: string;
}

/** The receiver behaved as expected. */
export const passed = (got: string): Finding => ({ verdict: 'passed', got });

/** The receiver did something else. */
export const failed = (got: string): Finding => ({ verdict: 'failed', got });

/** The behavior could not be observed. */
export const unproven = (why: string): Finding => ({ verdict: 'unproven', got: why });

/** Passes if the condition is true, else fails. */
export const passIf = (condition: boolean, got: string): Finding =>
  condition ? passed(got) : failed(got);

/** Whether the service counts the delivery as successful: a 2xx (spec section 4). */
export function isAck(result: Exchange): boolean {
  return result.kind === 'answered' && isSuccess(result.status);
}

/**
 * Whether the service retries, and a receiver may intend that: any answer except a 2xx, a redirect or 410, or no answer in
 * time (spec sections 6 and 7).
 */
export function isRetried(result: Exchange): boolean {
  if (result.kind !== 'answered') return true;
  return result.status >= 400 && result.status !== 410;
}

/** Describes an answer: `200 processed`, `no answer in time`. */
export function answerOf(result: Exchange): string {
  return assess(result, { method: 'POST', expected: 'ack' }).label;
}

/** Describes several answers, with counts: `200 processed, 4 × 409 in_progress`. */
export function answersOf(results: readonly Exchange[]): string {
  const counts = new Map<string, number>();
  for (const result of results) {
    const answer = answerOf(result);
    counts.set(answer, (counts.get(answer) ?? 0) + 1);
  }
  return [...counts]
    .map(([answer, count]) => (count === 1 ? answer : `${count} × ${answer}`))
    .join(', ');
}

/** Passes for a 2xx. */
export function mustAck(result: Exchange): Finding {
  return passIf(isAck(result), answerOf(result));
}

/**
 * Passes for any answer except a 2xx; the receiver may choose which. A closed connection is a refusal too, unless the receiver
 * crashed, which the next genuine event shows. No answer in time fails.
 */
export function mustRefuse(result: Exchange): Finding {
  const refused = result.kind === 'answered' ? !isAck(result) : result.kind === 'disconnected';
  return passIf(refused, answerOf(result));
}
