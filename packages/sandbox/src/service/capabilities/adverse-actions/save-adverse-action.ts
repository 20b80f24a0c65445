import { eq } from 'drizzle-orm';
import { adverseActions, type HistoryEntry } from '../../db/schema/index.js';
import type { Command } from '../../kernel/command.js';
import { limits } from '../../limits/limits.js';
import type { AdverseActionRow } from './states.js';

/** Changes an adverse action, and says so in its history. */
export async function saveAdverseAction(
  { tx, now }: Command,
  action: AdverseActionRow,
  changes: Partial<typeof adverseActions.$inferInsert>,
  entry: Pick<HistoryEntry, 'action' | 'by'>,
): Promise<AdverseActionRow> {
  const history = bounded([...action.history, { at: now.toISOString(), ...entry }]);
  const [row] = await tx
    .update(adverseActions)
    .set({ ...changes, history, updatedAt: now })
    .where(eq(adverseActions.id, action.id))
    .returning();
  if (!row) throw new Error(`The adverse action ${action.id} is gone.`);
  return row;
}

// Nothing else can be done to an adverse action without end.
function bounded(history: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const oldest = history.findIndex(({ action }) => action === 'reschedule');
  return history.length > limits.historyEntries.most
    ? history.filter((_, index) => index !== oldest)
    : history;
}
