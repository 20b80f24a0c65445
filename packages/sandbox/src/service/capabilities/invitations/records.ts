import { and, asc, eq, gt, inArray } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { integrationResource, type RowOf, withStates } from '../../http/resource.js';
import type { Command, Scope } from '../../kernel/command.js';
import { updateRows } from '../../kernel/update-rows.js';
import { type InvitationStatus, invitationStates, openStatuses } from './states.js';

export const invitationRecords = withStates(
  integrationResource(tables.invitations, 'invitation'),
  invitationStates,
);
export type InvitationRow = RowOf<typeof tables.invitations>;

/** The status at a time: an invitation expires on time, even if the job that records it has not run yet. */
export function statusAt({ status, expiresAt }: InvitationRow, now: Date): InvitationStatus {
  const isOpen = status === 'pending' || status === 'opened';
  return isOpen && expiresAt <= now ? 'expired' : status;
}

/**
 * Selects the invitations of a candidate whose rows say that they are open. Some may have expired. Includes those of all
 * integrations, which share the candidates of the tenant.
 */
export function openInvitations(
  sql: Sql,
  { tenantId }: Scope,
  candidateId: string,
): Promise<InvitationRow[]> {
  const { candidateId: candidate, status } = tables.invitations;
  const isOpen = and(eq(candidate, candidateId), inArray(status, openStatuses));
  return invitationRecords.select(sql, { tenantId, integrationId: null }, isOpen);
}

/** All open invitations that have not expired: the job that ends the others is due. */
export const openInvitationsOfAll = {
  table: tables.invitations,
  isOpen(now: Date) {
    const { status, expiresAt } = tables.invitations;
    return and(inArray(status, openStatuses), gt(expiresAt, now));
  },
};

/** Locks the open invitations among these ids. Omits their answers, which may be long. */
export function lockOpenAmong(tx: Sql, ids: readonly string[]) {
  const { id, seq, status } = tables.invitations;
  return tx
    .select({ id, status })
    .from(tables.invitations)
    .where(and(inArray(id, [...ids]), inArray(status, openStatuses)))
    .orderBy(asc(seq))
    .for('update');
}

/** Makes the same changes to invitations whose rows are locked. */
export async function changeInvitations(
  command: Command,
  ids: readonly string[],
  changes: Partial<Pick<InvitationRow, 'status' | 'canceledAt'>>,
): Promise<void> {
  const isOne = inArray(tables.invitations.id, [...ids]);
  await updateRows(command, tables.invitations, changes).where(isOne);
}

/** Reads an invitation and its objects. The reader is known only by the address of the intake, which has the id. */
export async function findInvited(sql: Sql, id: string) {
  const { invitations, candidates, tenants, roles, packages } = tables;
  const [row] = await sql
    .select({
      invitation: invitations,
      candidate: candidates,
      tenant: tenants,
      role: roles,
      checkTypeSlugs: packages.checkTypeSlugs,
    })
    .from(invitations)
    .innerJoin(candidates, eq(candidates.id, invitations.candidateId))
    .innerJoin(tenants, eq(tenants.id, invitations.tenantId))
    .innerJoin(roles, eq(roles.id, invitations.roleId))
    .innerJoin(packages, eq(packages.id, invitations.packageId))
    .where(eq(invitations.id, id));
  return row;
}

export async function requiredFields(sql: Sql, checkTypeSlugs: readonly string[]) {
  const { slug, requires } = tables.checkTypes;
  const types = await sql
    .select({ requires })
    .from(tables.checkTypes)
    .where(inArray(slug, [...checkTypeSlugs]));
  return [...new Set(types.flatMap((type) => type.requires))];
}
