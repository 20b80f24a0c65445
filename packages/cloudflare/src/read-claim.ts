import type { Claim } from '@screening-webhooks/core';

/** A row of either store, as the database returned it. */
export type Row = Readonly<Record<string, unknown>>;

/** The claim that the rows of `acquireStatement` and `holderStatement` describe. */
export function readClaim(acquired: readonly Row[], holder: Row | undefined): Claim {
  if (acquired.length > 0) return 'acquired';
  if (holder?.['owner'] === null) return 'done';
  const remaining = holder?.['remaining_ms'];
  // The holder's lease may have ended between the two statements. The claim was refused, so the key is busy all the same.
  return { busyForMs: Math.max(1, typeof remaining === 'number' ? remaining : 1) };
}
