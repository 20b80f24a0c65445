import { and, eq, type SQL } from 'drizzle-orm';
import { adverseActions } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { found } from '../../http/find.js';
import { idInTenant, type Scope } from '../../kernel/scope.js';
import { type ReportRow, reportRecords } from '../reports/index.js';
import type { AdverseActionRow } from './states.js';

/** An adverse action and its report, which nobody else changes until the transaction ends. */
export interface LockedAdverseAction {
  readonly report: ReportRow;
  readonly action: AdverseActionRow;
}

/** @throws Problem 404 when the tenant has no such adverse action. */
export async function lockAdverseAction(
  tx: Sql,
  scope: Scope,
  id: string,
): Promise<LockedAdverseAction> {
  const where = idInTenant(adverseActions, scope, id);
  const locked = await lock(tx, where);
  return found(locked ? [locked] : [], 'adverse action', id);
}

/** For the service itself, and for candidates who hold its address. Undefined: there is none. */
export function lockForService(tx: Sql, id: string): Promise<LockedAdverseAction | undefined> {
  return lock(tx, eq(adverseActions.id, id));
}

/** The one of a report that has not ended. The report is locked already. */
export async function lockOpenAction(
  tx: Sql,
  { id, tenantId }: ReportRow,
): Promise<AdverseActionRow | undefined> {
  const [action] = await tx
    .select()
    .from(adverseActions)
    .where(
      and(
        eq(adverseActions.tenantId, tenantId),
        eq(adverseActions.reportId, id),
        eq(adverseActions.status, 'open'),
      ),
    )
    .for('update');
  return action;
}

// The report first, as every command locks it before its adverse action.
async function lock(tx: Sql, where: SQL | undefined): Promise<LockedAdverseAction | undefined> {
  const [seen] = await tx
    .select({ reportId: adverseActions.reportId })
    .from(adverseActions)
    .where(where);
  if (!seen) return undefined;
  const report = await reportRecords.lockForService(tx, seen.reportId);
  const [action] = await tx.select().from(adverseActions).where(where).for('update');
  return action && { report, action };
}
