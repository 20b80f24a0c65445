import type { EventEnvelope, Outcome } from '@screening-webhooks/core';
import type { VerificationRecord } from '../document-verifications.js';
import { polledEvent } from './polled-event.js';
import type { ReconcileSettings } from './reconcile-options.js';

/** What came of asking for one id. */
export interface Answer {
  readonly kind: 'recovered' | 'alreadyHandled' | 'stillPending' | 'failed';
  /** Whether the service had a result. */
  readonly found: boolean;
  readonly records: readonly VerificationRecord[];
  readonly reason?: unknown;
  /** The receiver takes nothing more. */
  readonly draining?: boolean;
}

/**
 * Asks the service for one id, and hands what is final to the receiver. Rejects when the service cannot be asked.
 *
 * @throws ServiceError
 */
export async function askFor<Framework>(
  externalId: string,
  settings: ReconcileSettings<Framework>,
): Promise<Answer> {
  const { client, receiver, framework, waitUntil, signal } = settings;
  const list = await client.documentVerifications.list({ externalId }, signal ? { signal } : {});
  // A service that does not know the filter answers with everybody's records.
  const records = list.data.filter((record) => record.externalId === externalId);
  const { events, open, old } = sortOut(records, settings);

  let kind: Answer['kind'] = open || events.length === 0 ? 'stillPending' : 'alreadyHandled';
  for (const event of events) {
    const outcome = await receiver.process(event, { framework, ...(waitUntil && { waitUntil }) });
    const step = stepOf(outcome);
    if (step === 'failed') {
      const draining = outcome.kind === 'unavailable' && outcome.reason === 'draining';
      return { kind: 'failed', found: true, records, reason: reasonOf(outcome), draining };
    }
    if (step === 'stillPending' || kind === 'alreadyHandled') kind = step;
  }
  if (old && !open && events.length === 0)
    return { kind: 'failed', found: true, records, reason: tooOld() };
  return { kind, found: events.length > 0 || old, records };
}

function sortOut<Framework>(
  records: readonly VerificationRecord[],
  { toEventType, maxAge, now }: ReconcileSettings<Framework>,
): { readonly events: readonly EventEnvelope[]; readonly open: boolean; readonly old: boolean } {
  const events: EventEnvelope[] = [];
  let open = false;
  let old = false;
  for (const record of records) {
    const type = toEventType(record);
    if (type === undefined) open = true;
    else if (now() - Date.parse(String(record.completedAt)) > maxAge) old = true;
    else events.push(polledEvent(record, type));
  }
  // ISO 8601 in UTC sorts as text. The oldest first, as the webhooks would have come.
  events.sort((a, b) => (a.created < b.created ? -1 : 1));
  return { events, open, old };
}

function stepOf({ kind }: Outcome): Answer['kind'] {
  switch (kind) {
    case 'processed':
    case 'accepted':
    case 'discarded':
      return 'recovered';
    // An event without a handler is nothing that a webhook would have brought either.
    case 'duplicate':
    case 'ignored':
      return 'alreadyHandled';
    // It is at work, here or elsewhere: the next run finds how it ended.
    case 'in_progress':
    case 'timed_out':
      return 'stillPending';
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

function tooOld(): Error {
  return new Error(
    'The result was completed longer ago than maxAge. Raise maxAge, where the receiver and its handlers remember results for longer.',
  );
}
