import { invitations } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { found } from '../../http/find.js';
import { idInTenant, type Scope } from '../../kernel/scope.js';
import type { InvitationStatus } from './states.js';

export type InvitationRow = typeof invitations.$inferSelect;

/** @throws Problem 404 when the tenant has no such invitation. */
export async function findInvitation(sql: Sql, scope: Scope, id: string): Promise<InvitationRow> {
  const where = idInTenant(invitations, scope, id);
  const rows = await sql.select().from(invitations).where(where);
  return found(rows, 'invitation', id);
}

/** The same, and nobody else changes it until the transaction ends. @throws Problem 404 */
export async function lockInvitation(tx: Sql, scope: Scope, id: string): Promise<InvitationRow> {
  const where = idInTenant(invitations, scope, id);
  const rows = await tx.select().from(invitations).where(where).for('update');
  return found(rows, 'invitation', id);
}

/** The status at a time: an invitation has expired even if the job that says so has not run yet. */
export function statusAt({ status, expiresAt }: InvitationRow, now: Date): InvitationStatus {
  const isOpen = status === 'pending' || status === 'opened';
  return isOpen && expiresAt <= now ? 'expired' : status;
}
