import { and, eq } from 'drizzle-orm';
import type { HistoryEntry } from '../../db/schema/index.js';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { type RowOf, tenantResource, withStates } from '../../http/resource.js';
import type { Command } from '../../kernel/command.js';
import { limits } from '../../limits/limits.js';
import { type ReportRow, reportRecords } from '../reports/index.js';
import { adverseActionStates } from './states.js';

const table = tables.adverseActions;
const records = withStates(tenantResource(table, 'adverse_action'), adverseActionStates);
export const { enumValues: stages } = table.stage;
export const { enumValues: adverseActionStatuses } = table.status;
export const { enumValues: adverseActionPhases } = table.phase;
export type AdverseActionRow = RowOf<typeof table>;

async function lockReport(tx: Sql, id: string): Promise<void> {
  const seen = await findForCandidate(tx, id);
  if (seen) await reportRecords.lockForService(tx, seen.reportId);
}

/** Locks the report before its adverse action, as every command does. */
export const adverseActionRecords: typeof records = {
  ...records,
  async lock(tx, scope, id) {
    const { reportId } = await records.find(tx, scope, id);
    await reportRecords.lockForService(tx, reportId);
    return records.lock(tx, scope, id);
  },
  async lockForService(tx, id) {
    await lockReport(tx, id);
    return records.lockForService(tx, id);
  },
  async lockByIds(tx, ids) {
    for (const id of ids) await lockReport(tx, id);
    return records.lockByIds(tx, ids);
  },
};

/** Finds an adverse action for a candidate who holds its address. `undefined` if it does not exist. */
export async function findForCandidate(
  sql: Sql,
  id: string,
): Promise<AdverseActionRow | undefined> {
  const [action] = await records.query(sql).where(eq(table.id, id));
  return action;
}

/** Locks the open adverse action of a report, whose row is locked already. `undefined` if there is none. */
export async function lockOpenAction(
  tx: Sql,
  { id, tenantId }: ReportRow,
): Promise<AdverseActionRow | undefined> {
  const isOpen = and(eq(table.reportId, id), eq(table.status, 'open'));
  const [action] = await records
    .query(tx)
    .where(and(eq(table.tenantId, tenantId), isOpen))
    .for('update', { of: table });
  return action;
}

/** Carries out an action on an adverse action, and adds it to its history. @throws Problem 409 when its state forbids it. */
export async function moveAdverseAction(
  command: Command,
  action: keyof typeof adverseActionStates.actions,
  by: HistoryEntry['by'],
  row: AdverseActionRow,
  changes: Parameters<typeof records.act>[3],
): Promise<AdverseActionRow> {
  const history = bounded([...row.history, { at: command.now.toISOString(), action, by }]);
  return records.act(command, action, row, { ...changes, history });
}

// Only reschedules can be repeated without limit.
function bounded(history: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const oldest = history.findIndex(({ action }) => action === 'reschedule');
  return history.length > limits.historyEntries.most
    ? history.filter((_, index) => index !== oldest)
    : history;
}
