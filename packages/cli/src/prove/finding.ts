import { judge } from '../answer/judge.js';
import type { Exchange } from '../http/exchange.js';

/** What a row found out. `unproven` is never a pass: it could not be seen. */
export interface Finding {
  readonly verdict: 'passed' | 'failed' | 'unproven';
  /** What came back, or why nothing can be said. */
  readonly got: string;
}

/** The receiver did what was expected. */
export const passed = (got: string): Finding => ({ verdict: 'passed', got });

/** The receiver did something else. */
export const failed = (got: string): Finding => ({ verdict: 'failed', got });

/** Nothing can be said. */
export const unproven = (why: string): Finding => ({ verdict: 'unproven', got: why });

/** Passes when it holds. */
export const holds = (condition: boolean, got: string): Finding =>
  condition ? passed(got) : failed(got);

/** Whether the service would count a delivery as made: a 2xx (spec section 4). */
export function isAck(result: Exchange): boolean {
  return result.kind === 'answered' && result.status >= 200 && result.status < 300;
}

/**
 * Whether the service would try again, and a receiver may mean just that: any answer but a 2xx, a redirect or 410, or none
 * in time (spec sections 6 and 7).
 */
export function isRetried(result: Exchange): boolean {
  if (result.kind !== 'answered') return true;
  return result.status >= 400 && result.status !== 410;
}

/** What came back, in a few words: `200 processed`, `no answer in time`. */
export function answerOf(result: Exchange): string {
  return judge(result, { method: 'POST', expected: 'ack' }).label;
}

/** Several answers, equal ones counted: `200 processed, 4 × 409 in_progress`. */
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
  return holds(isAck(result), answerOf(result));
}

/** Passes for any answer but a 2xx: which one is for the receiver to choose. No answer at all is a hung or broken receiver. */
export function mustRefuse(result: Exchange): Finding {
  return holds(result.kind === 'answered' && !isAck(result), answerOf(result));
}
