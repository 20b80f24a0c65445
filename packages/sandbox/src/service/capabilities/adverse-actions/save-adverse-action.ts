import { eq } from 'drizzle-orm';
import { adverseActions, type HistoryEntry } from '../../db/schema/index.js';
import type { Command } from '../../kernel/command.js';
import type { AdverseActionRow } from './states.js';

/** Changes an adverse action, and says so in its history. */
export async function saveAdverseAction(
  { tx, now }: Command,
  action: AdverseActionRow,
  changes: Partial<typeof adverseActions.$inferInsert>,
  entry: Pick<HistoryEntry, 'action' | 'by'>,
): Promise<AdverseActionRow> {
  const history = [...action.history, { at: now.toISOString(), ...entry }];
  const [row] = await tx
    .update(adverseActions)
    .set({ ...changes, history, updatedAt: now })
    .where(eq(adverseActions.id, action.id))
    .returning();
  if (!row) throw new Error(`The adverse action ${action.id} is gone.`);
  return row;
}
