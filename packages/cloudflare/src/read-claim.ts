import type { Claim } from '@screening-webhooks/core';

/** A row of either store, as the database gave it. */
export type Row = Readonly<Record<string, unknown>>;

/** What a claim's two statements say: was the key taken, and if not, who has it. */
export function readClaim(taken: readonly Row[], holder: Row | undefined): Claim {
  if (taken.length > 0) return 'acquired';
  if (holder?.['owner'] === null) return 'done';
  const left = holder?.['left_ms'];
  // It may have ended between the two statements: busy all the same, for the claim was refused.
  return { busyForMs: Math.max(1, typeof left === 'number' ? left : 1) };
}
