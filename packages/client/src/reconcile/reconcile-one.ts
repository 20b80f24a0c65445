import type { EventEnvelope, Outcome } from '@screening-webhooks/core';
import type { VerificationRecord } from '../document-verifications.js';
import { polledEvent } from './polled-event.js';
import type { ReconcileSettings } from './reconcile-options.js';

/** The result of reconciling one id. */
export interface IdResult {
  readonly status: 'recovered' | 'alreadyHandled' | 'stillPending' | 'failed';
  /** Whether the service returned a final record. */
  readonly found: boolean;
  readonly records: readonly VerificationRecord[];
  /** Why it failed. */
  readonly reason?: unknown;
  /** Whether it failed because the receiver is draining. */
  readonly draining?: boolean;
}

/**
 * Fetches the records of one id and passes the final ones to the receiver.
 *
 * @throws ServiceError when the records cannot be fetched.
 */
export async function reconcileOne<Framework>(
  externalId: string,
  settings: ReconcileSettings<Framework>,
): Promise<IdResult> {
  const { client, receiver, framework, waitUntil, signal } = settings;
  const list = await client.documentVerifications.list({ externalId }, signal ? { signal } : {});
  // A service that does not know the filter returns the records of all ids.
  const records = list.data.filter((record) => record.externalId === externalId);
  const { events, inProgress, expired } = classifyRecords(records, settings);

  let status: IdResult['status'] =
    inProgress || events.length === 0 ? 'stillPending' : 'alreadyHandled';
  for (const event of events) {
    const outcome = await receiver.process(event, { framework, ...(waitUntil && { waitUntil }) });
    const eventStatus = statusOf(outcome);
    if (eventStatus === 'failed') {
      const draining = outcome.kind === 'unavailable' && outcome.reason === 'draining';
      return { status: 'failed', found: true, records, reason: reasonOf(outcome), draining };
    }
    if (eventStatus === 'stillPending' || status === 'alreadyHandled') status = eventStatus;
  }
  if (expired && !inProgress && events.length === 0) {
    const reason = new Error(
      'The result was completed longer ago than maxAge. Raise maxAge if the receiver and its handlers remember results for longer.',
    );
    return { status: 'failed', found: true, records, reason };
  }
  return { status, found: events.length > 0 || expired, records };
}

interface ClassifiedRecords {
  /** The events of the final records, oldest first. */
  readonly events: readonly EventEnvelope[];
  /** Whether a verification is in progress. */
  readonly inProgress: boolean;
  /** Whether a final record is older than `maxAge`. */
  readonly expired: boolean;
}

function classifyRecords<Framework>(
  records: readonly VerificationRecord[],
  { toEventType, maxAge, now }: ReconcileSettings<Framework>,
): ClassifiedRecords {
  const events: EventEnvelope[] = [];
  let inProgress = false;
  let expired = false;
  for (const record of records) {
    const type = toEventType(record);
    if (type === undefined) inProgress = true;
    else if (now() - Date.parse(String(record.completedAt)) > maxAge) expired = true;
    else events.push(polledEvent(record, type));
  }
  // Webhooks arrive oldest first. ISO 8601 timestamps in UTC sort as text.
  events.sort((a, b) => (a.created < b.created ? -1 : 1));
  return { events, inProgress, expired };
}

function statusOf({ kind }: Outcome): IdResult['status'] {
  switch (kind) {
    case 'processed':
    case 'accepted':
    case 'discarded':
      return 'recovered';
    // No handler would have run for a webhook with an ignored type either.
    case 'duplicate':
    case 'ignored':
      return 'alreadyHandled';
    // The event is being processed, here or in another process; the next run sees its result.
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
