import type { Claim } from '@screening-webhooks/core';

/** A row of either store, as the database returned it. */
export type Row = Readonly<Record<string, unknown>>;

/** The claim that the rows of `acquireStatement` and `holderStatement` describe. */
export function readClaim(acquired: readonly Row[], holder: Row | undefined): Claim {
  if (acquired.length > 0) return 'acquired';
  if (holder?.['owner'] === null) return 'done';
  // The holder's lease may have ended between the two statements. The claim was refused, so the key is busy all the same.
  return { busyForMs: Math.max(1, remainingMs(holder)) };
}

/** Whether no valid row holds the key, by the row of `holderStatement`. */
export function isFree(holder: Row | undefined): boolean {
  return remainingMs(holder) <= 0;
}

function remainingMs(holder: Row | undefined): number {
  const remaining = holder?.['remaining_ms'];
  return typeof remaining === 'number' ? remaining : 0;
}
