import { RawBodyUnavailableError } from '../errors/raw-body-unavailable-error.js';
import { RetryLater } from '../errors/retry-later.js';
import type { Outcome } from '../outcome/outcome.js';
import type { Observation, Observer } from './observer.js';

const INTERVAL_MS = 1000;

/** One line for the console. */
interface Line {
  readonly level: 'error' | 'warn';
  /**
   * What happened and what the sender does. Nothing of the delivery's content, so that it is also the line's kind: lines
   * of one kind are written at most once a second.
   */
  readonly text: string;
  readonly error?: unknown;
}

/**
 * The observer of a receiver without `observe`: it writes one line to the console for each failure. A line has the
 * event's id and type, the code, and the error with its stack where the receiver's side is at fault; never a body, a
 * header, a secret or a form field. At most one line a second of a kind; the others are counted in the next one.
 */
export function consoleObserver(): Observer {
  const lastWritten = new Map<string, { at: number; suppressed: number }>();
  return (observation) => {
    const line = lineOf(observation.outcome, observation.late);
    if (!line) return;
    const last = lastWritten.get(line.text);
    const now = performance.now();
    if (last && now - last.at < INTERVAL_MS) {
      last.suppressed += 1;
      return;
    }
    lastWritten.set(line.text, { at: now, suppressed: 0 });
    write(line, observation, last?.suppressed ?? 0);
  };
}

/** Whether the console observer has a line for the outcome. */
export function isReported(outcome: Outcome, late: boolean): boolean {
  return lineOf(outcome, late) !== undefined;
}

function lineOf(outcome: Outcome, late: boolean): Line | undefined {
  switch (outcome.kind) {
    case 'failed':
      // The framework's error handling reports it.
      if (outcome.error instanceof RawBodyUnavailableError) return undefined;
      if (outcome.error instanceof RetryLater) {
        return { level: 'warn', text: 'The handler asked for a retry.' };
      }
      return {
        level: 'error',
        text: late
          ? 'The handler failed after the ack deadline. The sender has been told to retry.'
          : 'The handler failed. The sender retries.',
        error: outcome.error,
      };
    case 'unavailable':
      if (outcome.reason === 'draining') {
        return { level: 'warn', text: 'Refused while draining.' };
      }
      return {
        level: 'error',
        text: `unavailable: ${outcome.reason}. The sender retries.`,
        error: outcome.error,
      };
    case 'timed_out':
      return {
        level: 'warn',
        text: 'The handler outlasts the ack deadline and goes on. The sender retries.',
      };
    case 'discarded':
      return {
        level: 'warn',
        text: 'The handler discarded the event. It is not retried.',
        error: outcome.error,
      };
    case 'processed':
      return late
        ? {
            level: 'warn',
            text: 'The handler ended after the ack deadline.',
          }
        : undefined;
    case 'rejected':
      return rejectionLine(outcome.rejection);
  }
  return undefined;
}

function rejectionLine({ code, reason }: { code: string; reason?: string }): Line | undefined {
  if (code === 'data_invalid') {
    return { level: 'warn', text: 'data_invalid: the schemas refuse the event.' };
  }
  if (code === 'wrong_integration') {
    const text = 'wrong_integration: the event is of another integration than integrationId.';
    return { level: 'warn', text };
  }
  if (reason === 'no_secret') {
    const text =
      'no_secret: the secret resolver returned undefined, which means an unknown tenant (401); probably the variable or binding that it reads is not set.';
    return { level: 'warn', text };
  }
  return undefined;
}

function write({ level, text, error }: Line, { event }: Observation, suppressed: number): void {
  const subject = event ? ` ${printable(event.type)} ${printable(event.id)}:` : '';
  const repeated = suppressed > 0 ? ` (${suppressed} more like this since the last line)` : '';
  const details = error === undefined ? [] : [error];
  const message = `[screening-webhooks]${subject} ${text}${repeated}`;
  try {
    // biome-ignore lint/suspicious/noConsole: the default observer exists to write here.
    console[level](message, ...details);
  } catch {
    // An error whose `stack` throws, say.
    // biome-ignore lint/suspicious/noConsole: as above.
    console[level](message);
  }
}

// An id is signed by the sender, but may hold any characters: none may start a new line, colour the terminal, or be a
// placeholder of the console that takes the place of the error.
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]|%/g, '?').slice(0, 100);
}
