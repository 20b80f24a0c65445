import { RawBodyUnavailableError, RetryLater } from '../errors/errors.js';
import type { Outcome } from '../outcome/outcome.js';
import {
  explainCommand,
  likelyCause,
  type Rejection,
  type RejectionCode,
  statusByRejection,
} from '../outcome/rejection.js';
import type { Observation, Observer } from './observer.js';
import { printable } from './printable.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

// The codes of a request without a signature. Every scanner of the internet causes them, and none is a delivery.
const unsigned: ReadonlySet<RejectionCode> = new Set<RejectionCode>([
  'method_not_allowed',
  'unsupported_media_type',
  'unsupported_encoding',
  'signature_header_missing',
]);

const WAIT_UNTIL_FAILED =
  ' waitUntil failed: the platform may end a handler with its answer. Pass (work) => ctx.waitUntil(work).';

/** One line for the console. */
interface ConsoleLine {
  readonly level: 'error' | 'warn';
  /**
   * The event, and what the sender does next. It has nothing of the delivery's content, so it is also the line's kind, and
   * kinds are few.
   */
  readonly text: string;
  /** Milliseconds in which at most one line of the kind is written. */
  readonly interval: number;
  readonly error?: unknown;
}

/** The lines of one kind: the last one that was written, and how many were left out since. */
interface Kind extends Pick<ConsoleLine, 'level' | 'interval'> {
  /** By `performance.now()`. */
  writtenAt: number;
  leftOut: number;
}

/**
 * The observer of a receiver without `observe`: it writes one line to the console for each failure and each rejection. A
 * line has the event's id and type where the event is trusted, the code, and the error with its stack where the receiver's
 * side is at fault. Of a body that is refused it has the length and, marked as unverified, the event's id; never more of a
 * body, and never a header or a secret. The first line of a kind is written at once, then at
 * most one a second; of a rejection's code at most one a minute, and one an hour for a request without a signature. The
 * others are counted in the next line of the kind, or by `flush`.
 */
export function consoleObserver(): Observer {
  // By text. The texts are a closed list, so the map is small.
  const kinds = new Map<string, Kind>();

  let saidWaitUntil = false;

  function observe(observation: Observation): void {
    const { outcome, late } = observation;
    if ('waitUntilError' in observation && !saidWaitUntil) {
      saidWaitUntil = true;
      write('error', WAIT_UNTIL_FAILED, observation.waitUntilError);
    }
    const line = consoleLine(outcome, late);
    if (!line) return;
    const { text, level, interval, error } = line;
    const kind = kinds.get(text);
    const now = performance.now();
    if (kind && !isDue(kind, now)) {
      kind.leftOut += 1;
      return;
    }
    kinds.set(text, { level, interval, writtenAt: now, leftOut: 0 });
    write(level, `${subjectOf(observation)} ${text}${countOf(kind)}`, error);
  }

  function flush(): void {
    for (const [text, kind] of kinds) {
      if (kind.leftOut === 0) continue;
      write(kind.level, ` ${text}${countOf(kind)}`);
      kind.leftOut = 0;
    }
  }

  return Object.assign(observe, { flush });
}

function isDue(kind: Kind, now: number): boolean {
  // A clock that went backwards, as that of fake timers does, or NaN: the interval starts again. Otherwise the log would
  // be silent for as long as the clock went back, or for ever.
  if (!(now >= kind.writtenAt)) kind.writtenAt = now;
  return now - kind.writtenAt >= kind.interval;
}

function countOf(kind: Kind | undefined): string {
  return kind && kind.leftOut > 0 ? ` (${kind.leftOut} more like this since the last line)` : '';
}

function write(level: ConsoleLine['level'], line: string, error?: unknown): void {
  const message = `[screening-webhooks]${line}`;
  const details = error === undefined ? [] : [error];
  try {
    // biome-ignore lint/suspicious/noConsole: the default observer exists to write here.
    console[level](message, ...details);
  } catch {
    // An error whose `stack` throws, say.
    // biome-ignore lint/suspicious/noConsole: as above.
    console[level](message);
  }
}

/** The delivery that a line is about, with what finds it in the sender's history. */
function subjectOf({ outcome, event, unverifiedEventId, bodyBytes }: Observation): string {
  if (event) return ` ${printable(event.type)} ${printable(event.id)}:`;
  if (outcome.kind !== 'rejected' || bodyBytes === undefined) return '';
  const id = unverifiedEventId ? ` ${unverifiedEventId} (unverified),` : '';
  return `${id} ${bodyBytes} bytes:`;
}

/** The line for an outcome; undefined for one that needs nobody's attention. */
function consoleLine(outcome: Outcome, late: boolean): ConsoleLine | undefined {
  switch (outcome.kind) {
    case 'failed':
      // The framework's error handling reports it.
      if (outcome.error instanceof RawBodyUnavailableError) return undefined;
      if (outcome.reading) {
        return failure('Reading the delivery failed. The sender retries.', outcome.error);
      }
      if (outcome.error instanceof RetryLater) return warning('The handler asked for a retry.');
      return failure(
        late
          ? 'The handler failed after the ack deadline. The sender has been told to retry.'
          : 'The handler failed. The sender retries.',
        outcome.error,
      );
    case 'unavailable':
      return outcome.reason === 'draining'
        ? warning('Refused while draining.')
        : failure(`unavailable: ${outcome.reason}. The sender retries.`, outcome.error);
    case 'timed_out':
      return warning('The handler outlasts the ack deadline. The sender retries.');
    case 'discarded':
      return warning('The handler discarded the event. It is not retried.', outcome.error);
    case 'processed':
      return late ? warning('The handler ended after the ack deadline.') : undefined;
    case 'rejected':
      return rejection(outcome.rejection);
  }
  return undefined;
}

/** Whether the console observer has a line for the outcome. */
export function isReported(outcome: Outcome, late: boolean): boolean {
  return consoleLine(outcome, late) !== undefined;
}

function failure(text: string, error: unknown): ConsoleLine {
  return { level: 'error', text, interval: SECOND, error };
}

function warning(text: string, error?: unknown): ConsoleLine {
  return { level: 'warn', text, interval: SECOND, error };
}

function rejection({ code, reason }: Rejection): ConsoleLine {
  const text = `rejected: ${code} (${statusByRejection[code]}). ${explain(code, reason)}`;
  return { level: 'warn', text, interval: unsigned.has(code) ? HOUR : MINUTE };
}

function explain(code: RejectionCode, reason: Rejection['reason']): string {
  if (reason === 'no_secret') {
    return 'The secret resolver found no secret (no_secret): an unknown tenant, or the variable or binding that it reads is not set.';
  }
  const next =
    code === 'signature_mismatch'
      ? 'Diagnose: npx @screening-webhooks/cli verify --help'
      : `See: ${explainCommand(code)}`;
  return `${likelyCause(code)} ${next}`;
}
