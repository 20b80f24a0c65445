import { eq } from 'drizzle-orm';
import { candidates } from '../../db/schema/index.js';
import { found } from '../../http/find.js';
import type { Command } from '../../kernel/command.js';
import type { CandidateRow } from './to-wire.js';

type Fixed = 'id' | 'seq' | 'tenantId' | 'createdAt' | 'updatedAt';
type Changes = {
  readonly [Field in Exclude<keyof CandidateRow, Fixed>]?: CandidateRow[Field] | undefined;
};

/** Changes fields of a candidate whose row is locked. */
export async function saveCandidate(
  { tx, now }: Command,
  id: string,
  changes: Changes,
): Promise<CandidateRow> {
  const rows = await tx
    .update(candidates)
    .set({ ...changes, updatedAt: now })
    .where(eq(candidates.id, id))
    .returning();
  return found(rows, 'candidate', id);
}
