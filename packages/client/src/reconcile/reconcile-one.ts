import type { VerificationRecord } from '../document-verifications.js';
import { ServiceError } from '../errors/service-error.js';
import { newTally, processRecords } from './process-records.js';
import { readRecords, repeatedPages } from './read-records.js';
import type { ReconcileSettings } from './reconcile-options.js';

/** The result of reconciling one id. */
export interface IdResult {
  readonly status: 'recovered' | 'alreadyHandled' | 'stillPending' | 'failed';
  /** Whether the service returned a final record. */
  readonly found: boolean;
  readonly records: readonly VerificationRecord[];
  /** Why it failed. */
  readonly reason?: unknown;
  /** Whether every other id would fail in the same way. */
  readonly endsRun?: boolean;
}

const fatalCodes: ReadonlySet<string> = new Set(['unauthorized', 'forbidden', 'redirected']);

/**
 * Fetches the records of one id and passes the final ones to the receiver, up to 100 pages at a time. It reads on while
 * every result so far was handled before. Otherwise the id stays pending, and the next run gets further than this one.
 *
 * @returns undefined when the signal aborted before the records were read.
 */
export async function reconcileOne<Framework>(
  externalId: string,
  settings: ReconcileSettings<Framework>,
  waitForTurn: () => Promise<void>,
): Promise<IdResult | undefined> {
  const records: VerificationRecord[] = [];
  const known = new Set<unknown>();
  const tally = newTally();
  let cursor: string | undefined;
  const result = (status: IdResult['status'], reason?: unknown, endsRun = false): IdResult => ({
    status,
    found: tally.found,
    records,
    reason,
    endsRun,
  });

  do {
    const read = await readRecords(externalId, cursor, settings, waitForTurn);
    if (read.failure && settings.signal?.aborted) return undefined;
    const knownBefore = known.size;
    for (const record of read.records) {
      records.push(record);
      known.add(record.verificationId);
    }
    const failure = await processRecords(read.records, tally, settings);
    if (failure) return result('failed', failure.reason, failure.draining);
    if (read.failure) return result('failed', read.failure.reason, isFatal(read.failure.reason));
    cursor = read.nextCursor;
    if (cursor !== undefined && (tally.recovered || tally.running)) return result('stillPending');
    // Without new records it would never end: every page may have a new cursor.
    if (cursor !== undefined && known.size === knownBefore) {
      return result('failed', repeatedPages());
    }
  } while (cursor !== undefined);

  if (tally.inProgress || tally.running) return result('stillPending');
  if (tally.recovered) return result('recovered');
  if (tally.handled) return result('alreadyHandled');
  return tally.expired ? result('failed', tooOld()) : result('stillPending');
}

function isFatal(reason: unknown): boolean {
  return reason instanceof ServiceError && fatalCodes.has(reason.code);
}

function tooOld(): Error {
  return new Error(
    'The result was completed longer ago than maxAge. Raise maxAge if the receiver and its handlers remember results for longer.',
  );
}
