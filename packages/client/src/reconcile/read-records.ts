import type { VerificationList, VerificationRecord } from '../document-verifications.js';
import type { ReconcileSettings } from './reconcile-options.js';

/** The maximum number of pages that are read before their records are processed. */
const MAX_PAGES = 100;

/** The records of consecutive pages. */
export interface RecordsRead {
  readonly records: readonly VerificationRecord[];
  /** Where to read on; undefined at the end of the list and after a failure. */
  readonly nextCursor?: string | undefined;
  /** Why the rest of the list could not be read. */
  readonly failure?: { readonly reason: unknown };
}

/**
 * Reads the records of one id: up to 100 pages from a cursor on, or from the first page. Every further page waits for its
 * turn. Never rejects: the records before a failure are returned with the failure.
 */
export async function readRecords<Framework>(
  externalId: string,
  from: string | undefined,
  { client, signal }: ReconcileSettings<Framework>,
  waitForTurn: () => Promise<void>,
): Promise<RecordsRead> {
  const records: VerificationRecord[] = [];
  const cursors = new Set<string>();
  let cursor = from;
  try {
    for (let pages = 1; ; pages += 1) {
      if (cursor !== undefined) {
        await waitForTurn();
        signal?.throwIfAborted();
        cursors.add(cursor);
      }
      const filter = { externalId, ...(cursor !== undefined && { cursor }) };
      const list = await client.documentVerifications.list(filter, signal ? { signal } : {});
      for (const record of list.data) {
        // A service that does not know the filter returns the records of all ids.
        if (record.externalId === externalId) records.push(record);
      }
      cursor = nextCursor(list);
      if (cursor === undefined || pages === MAX_PAGES) return { records, nextCursor: cursor };
      if (cursors.has(cursor)) throw repeatedPages();
    }
  } catch (reason) {
    return { records, failure: { reason } };
  }
}

/** The error for a list whose pages repeat. */
export function repeatedPages(): Error {
  return new Error(
    'The service repeats its pages: does it take the cursor under another name than `cursor`? Pass a `client` whose `list` sends it as the service expects.',
  );
}

/** @throws Error when the page says that there are more records and does not say where. */
function nextCursor(list: VerificationList): string | undefined {
  const hasMore = list['hasMore'] ?? undefined;
  const cursor = list['nextCursor'] ?? undefined;
  const isLast = hasMore === undefined ? cursor === undefined || cursor === '' : hasMore === false;
  if (isLast) return undefined;
  if (typeof cursor === 'string' && cursor !== '') return cursor;
  throw new Error(
    'The service has more records, but the page has no `nextCursor` that is a non-empty string. Pass a `client` whose `list` sets it.',
  );
}
