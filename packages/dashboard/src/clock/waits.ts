import type { MoveCommand } from '../api/controls.js';
import { dueNouns } from '../words/due.js';
import { capitalized } from '../words/words-of.js';
import { formatDuration } from './local-time.js';

const things = {
  submission: 'its fields and files',
  source: 'the next request to the issuing source',
  source_answer: `the ${dueNouns.source_answer[0]}`,
  recording: 'the recording of the document',
  decision: 'a decision by hand',
  attempt: `the next ${dueNouns.delivery_attempt[0]}`,
  results: 'the last result',
  dispute: `the ${dueNouns.dispute_deadline[0]}`,
  final_notice: `the ${dueNouns.final_notice[0]}`,
  expiry: `the ${dueNouns.invitation_expiry[0]}`,
  import: `the next ${dueNouns.import_commit[0]}`,
  job: 'the next job',
} as const;

export interface Wait {
  readonly kind: keyof typeof things;
  /** When the service ends it, ISO 8601, or `null` if the service does not. */
  readonly at: string | null;
}

export interface ClockReading {
  /** Virtual time in milliseconds. */
  readonly now: number;
  readonly frozen: boolean;
}

export function waitSentence({ kind, at }: Wait, { now, frozen }: ClockReading): string {
  const thing = things[kind];
  if (at === null) return `Waiting for ${thing}.`;
  const what = capitalized(thing);
  const left = Date.parse(at) - now;
  if (left <= 0) return frozen ? `${what} is due, but the clock is frozen.` : `${what} is due now.`;
  return `${what} is due in ${formatDuration(left)}.${frozen ? ' The clock is frozen.' : ''}`;
}

export function nextAttemptWords(at: string, { now, frozen }: ClockReading): string {
  const left = Date.parse(at) - now;
  if (left > 0) return `next in ${formatDuration(left)}`;
  return frozen ? 'next due, clock frozen' : 'next now';
}

/** The move of a frozen clock that ends a wait. `undefined` if none is needed or none helps. */
export function moveToEnd(
  { at }: Wait,
  { now, frozen }: ClockReading,
): { readonly label: string; readonly command: MoveCommand } | undefined {
  if (!frozen || at === null) return undefined;
  return Date.parse(at) > now
    ? { label: 'Move the clock to that time', command: { to: at } }
    : { label: 'Run due work', command: { settle: true } };
}
