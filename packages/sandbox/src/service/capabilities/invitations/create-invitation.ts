import { and, eq, inArray } from 'drizzle-orm';
import { candidates, integrations, invitations, packages, roles } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { archivedProblem } from '../../http/archivable.js';
import { type FieldProblem, Problem, validationProblem } from '../../http/problem.js';
import { isAllowed, transition } from '../../http/state-machine.js';
import { endOfDay } from '../../kernel/calendar/end-of-day.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { schedule } from '../../kernel/schedule.js';
import { idInTenant, inTenant, type Scope } from '../../kernel/scope.js';
import { type CandidateRow, candidateRecords, candidateStates } from '../candidates/index.js';
import { selectDefaultIntegration } from '../integrations/index.js';
import type { RoleRow } from '../roles/index.js';
import { findTenant } from '../tenants/index.js';
import { type InvitationRow, statusAt } from './records.js';
import { requestedDocuments } from './requested-documents.js';
import { sendInvitation } from './send-invitation.js';

/** Whom to invite, and to what. */
export interface InvitationOrder {
  readonly candidateId: string;
  readonly roleId: string;
  readonly workState: string;
  /** Default: the package of the role. */
  readonly packageId?: string | undefined;
  /** Default: that of `selectDefaultIntegration`. */
  readonly integrationId?: string | undefined;
  /** From 1 to 90. Default: 7. */
  readonly expiresInDays?: number;
  readonly redirectUrl?: string | undefined;
  /** Default: true. */
  readonly sendEmail?: boolean;
}

const DEFAULT_DAYS = 7;

/**
 * Invites a candidate to the hosted intake of a role (service tables 1.2 to 1.4).
 *
 * @throws Problem 422 naming each id that the caller cannot use, and `packageId` or `integrationId` where one is needed;
 * 409 `state_conflict` when one of the objects is archived, `duplicate_resource` when the candidate has an open invitation
 * to the role.
 */
export async function createInvitation(
  context: ScopedCommand,
  order: InvitationOrder,
): Promise<InvitationRow> {
  const { tx, now, nextId, scope } = context;
  const { workState, expiresInDays = DEFAULT_DAYS, redirectUrl, sendEmail = true } = order;
  const { candidate, role, packageId, integrationId } = await orderedObjects(context, order);
  await refuseSecond(context, candidate, role.id);
  const again = isAllowed(candidateStates, 'invite-again', candidate);
  const action = again ? 'invite-again' : 'invite';
  const changes = transition(candidateStates, action, candidate, { roleId: role.id });
  await candidateRecords.save(context, candidate, changes);
  const { timeZone } = await findTenant(tx, scope.tenantId);
  const expiresAt = endOfDay(now, expiresInDays, timeZone);
  const [invitation] = await tx
    .insert(invitations)
    .values({
      id: await nextId('inv'),
      tenantId: scope.tenantId,
      candidateId: candidate.id,
      roleId: role.id,
      packageId,
      workState,
      integrationId,
      status: 'pending',
      redirectUrl: redirectUrl ?? null,
      answers: {},
      expiresAt,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (!invitation) throw new Error('The database returned no row for an insert.');
  await schedule(tx, { kind: 'invitation_expiry', ref: invitation.id, dueAt: expiresAt });
  if (sendEmail) await sendInvitation(context, invitation, candidate);
  return invitation;
}

interface OrderedObjects {
  readonly candidate: CandidateRow;
  readonly role: RoleRow;
  readonly packageId: string;
  readonly integrationId: string | null;
}

/** What an order names, each visible to the caller and in use. The candidate stays locked until the transaction ends. */
async function orderedObjects(
  { tx, scope }: ScopedCommand,
  order: InvitationOrder,
): Promise<OrderedObjects> {
  const [candidate] = await tx
    .select()
    .from(candidates)
    .where(idInTenant(candidates, scope, order.candidateId))
    .for('update');
  const ofRole = idInTenant(roles, scope, order.roleId);
  const [role] = await tx.select().from(roles).where(ofRole);
  const packageId = order.packageId ?? role?.packageId ?? undefined;
  const [ordered] =
    packageId === undefined
      ? []
      : await tx
          .select()
          .from(packages)
          .where(idInTenant(packages, scope, packageId));
  const integration = await chosenIntegration(tx, scope, order.integrationId);
  const documents = role && (await requestedDocuments(tx, role, order.workState));
  const errors = [
    ...(candidate ? [] : [unknown('candidateId', order.candidateId)]),
    ...(role ? [] : [unknown('roleId', order.roleId)]),
    ...(packageId === undefined || ordered ? [] : [unknown('packageId', packageId)]),
    ...(role && packageId === undefined
      ? [required('packageId', 'the role has no package of its own')]
      : []),
    ...(order.integrationId === undefined || integration
      ? []
      : [unknown('integrationId', order.integrationId)]),
    ...(documents?.length && order.integrationId === undefined && !integration
      ? [
          required(
            'integrationId',
            'the role asks for documents, and the account has no integration',
          ),
        ]
      : []),
  ];
  if (errors.length > 0 || !candidate || !role || !ordered) throw validationProblem(errors);
  if (candidate.status === 'archived') throw archivedProblem('candidate');
  if (role.archived) throw archivedProblem('role');
  if (ordered.archived) throw archivedProblem('package');
  if (integration?.status === 'archived') throw archivedProblem('integration');
  return { candidate, role, packageId: ordered.id, integrationId: integration?.id ?? null };
}

/** The one that is asked for, or the one of the key, or the default. It is not archived meanwhile. */
async function chosenIntegration(tx: Sql, scope: Scope, requested: string | undefined) {
  const id = requested ?? scope.integrationId;
  if (id !== null && scope.integrationId !== null && id !== scope.integrationId) return undefined;
  const chosen =
    id === null
      ? selectDefaultIntegration(tx, scope)
      : tx
          .select()
          .from(integrations)
          .where(idInTenant(integrations, scope, id))
          .limit(1);
  const [integration] = await chosen.for('share');
  return integration;
}

/** @throws Problem when the candidate has an open invitation to the role. */
async function refuseSecond(
  { tx, now, scope }: ScopedCommand,
  candidate: CandidateRow,
  roleId: string,
): Promise<void> {
  const rows = await tx
    .select()
    .from(invitations)
    .where(
      and(
        inTenant(invitations, scope),
        eq(invitations.candidateId, candidate.id),
        eq(invitations.roleId, roleId),
        inArray(invitations.status, ['pending', 'opened']),
      ),
    );
  const open = rows.find((row) => statusAt(row, now) !== 'expired');
  if (!open) return;
  const detail = `The invitation ${open.id} of the candidate to this role is open.`;
  throw new Problem('duplicate_resource', detail, { currentStatus: open.status });
}

function unknown(param: string, id: string): FieldProblem {
  return { param, code: 'unknown', message: `no object has the id ${id}` };
}

function required(param: string, because: string): FieldProblem {
  return { param, code: 'required', message: `is required, because ${because}` };
}
