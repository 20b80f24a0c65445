import { and, eq, inArray } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { integrationResource, type RowOf, withStates } from '../../http/resource.js';
import type { Scope } from '../../kernel/command.js';
import { type InvitationStatus, invitationStates, openStatuses } from './states.js';

export const invitationRecords = withStates(
  integrationResource(tables.invitations, 'invitation'),
  invitationStates,
);
export type InvitationRow = RowOf<typeof tables.invitations>;

/** The status at a time: an invitation has expired even if the job that says so has not run yet. */
export function statusAt({ status, expiresAt }: InvitationRow, now: Date): InvitationStatus {
  const isOpen = status === 'pending' || status === 'opened';
  return isOpen && expiresAt <= now ? 'expired' : status;
}

/**
 * The invitations of a candidate, to all integrations, whose rows say that they are open. The time of some may have come. The
 * integrations of a tenant share its candidates.
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

/** Reads an invitation and its objects. The reader is known by nothing but the address of the intake, which has its id. */
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
