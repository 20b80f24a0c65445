import type { EventEnvelope, Outcome } from '@screening-webhooks/core';
import type { VerificationRecord } from '../document-verifications.js';
import { polledEvent } from './polled-event.js';
import type { ReconcileSettings } from './reconcile-options.js';

/** The kinds of records that one id has, so far. */
export interface Tally {
  /** Whether there is a final record. */
  found: boolean;
  /** Whether this run has processed a result. */
  recovered: boolean;
  /** Whether a result was handled before this run. */
  handled: boolean;
  /** Whether a result is being processed, here or in another process. */
  running: boolean;
  /** Whether a verification is in progress. */
  inProgress: boolean;
  /** Whether a final record is older than `maxAge`. */
  expired: boolean;
}

export function newTally(): Tally {
  return {
    found: false,
    recovered: false,
    handled: false,
    running: false,
    inProgress: false,
    expired: false,
  };
}

/** Why a result was not processed. */
interface ProcessingFailure {
  readonly reason: unknown;
  /** Whether the receiver is draining. */
  readonly draining: boolean;
}

/** Passes the final records to the receiver, oldest first, up to the first failure, and updates the tally. */
export async function processRecords<Framework>(
  records: readonly VerificationRecord[],
  tally: Tally,
  settings: ReconcileSettings<Framework>,
): Promise<ProcessingFailure | undefined> {
  const { receiver, framework, waitUntil } = settings;
  for (const event of eventsOf(records, tally, settings)) {
    const outcome = await receiver.process(event, { framework, ...(waitUntil && { waitUntil }) });
    const progress = progressOf(outcome);
    if (progress === 'failed') {
      const draining = outcome.kind === 'unavailable' && outcome.reason === 'draining';
      return { reason: reasonOf(outcome), draining };
    }
    tally[progress] = true;
  }
  return undefined;
}

/** Creates the events of the final records, oldest first. */
function eventsOf<Framework>(
  records: readonly VerificationRecord[],
  tally: Tally,
  { toEventType, maxAge, now }: ReconcileSettings<Framework>,
): readonly EventEnvelope[] {
  const events: EventEnvelope[] = [];
  for (const record of records) {
    const type = toEventType(record);
    if (type === undefined) {
      tally.inProgress = true;
      continue;
    }
    tally.found = true;
    if (now() - Date.parse(String(record.completedAt)) > maxAge) tally.expired = true;
    else events.push(polledEvent(record, type));
  }
  // Webhooks arrive oldest first. ISO 8601 timestamps in UTC sort as text.
  return events.sort((a, b) => (a.created < b.created ? -1 : 1));
}

function progressOf({ kind }: Outcome): 'recovered' | 'handled' | 'running' | 'failed' {
  switch (kind) {
    case 'processed':
    case 'accepted':
    case 'discarded':
      return 'recovered';
    // No handler would have run for a webhook with an ignored type either.
    case 'duplicate':
    case 'ignored':
      return 'handled';
    // The event is being processed, here or in another process; the next run sees its result.
    case 'in_progress':
    case 'timed_out':
      return 'running';
    case 'failed':
    case 'unavailable':
    case 'rejected':
      return 'failed';
  }
}

function reasonOf(outcome: Outcome): unknown {
  if (outcome.kind === 'rejected') return new Error(`rejected: ${outcome.rejection.code}`);
  if (outcome.kind === 'unavailable') {
    return outcome.error ?? new Error(`unavailable: ${outcome.reason}`);
  }
  return 'error' in outcome ? outcome.error : new Error(outcome.kind);
}
