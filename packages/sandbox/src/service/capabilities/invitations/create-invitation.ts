import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import {
  conflict,
  type FieldProblem,
  fieldProblem,
  validationProblem,
} from '../../http/problem.js';
import { findByIds } from '../../http/resource.js';
import { archivedProblem, isAllowed } from '../../http/state-machine.js';
import { endOfDay, writtenDay } from '../../kernel/calendar/days.js';
import { type Command, type ScopedCommand, schedule } from '../../kernel/command.js';
import type { Facts } from '../../limits/facts.js';
import type { ObjectKind } from '../../limits/objects.js';
import { sendMail } from '../../mail/send-mail.js';
import {
  type CandidateRow,
  candidateRecords,
  candidateStates,
  lockNamedCandidates,
} from '../candidates/index.js';
import { shareChosenIntegration } from '../integrations/index.js';
import { packageRecords } from '../packages/index.js';
import { roleRecords } from '../roles/index.js';
import { findTenant } from '../tenants/index.js';
import { type InvitationRow, invitationRecords, openInvitations, statusAt } from './records.js';
import { requestedDocuments } from './requested-documents.js';
import type { CreateInvitation } from './wire.js';

type InvitationOrder = z.input<typeof CreateInvitation>;

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
  await candidateRecords.act(context, action, candidate, { roleId: role.id });
  const { timeZone } = await findTenant(tx, scope.tenantId);
  const expiresAt = endOfDay(now, expiresInDays, timeZone);
  const invitation = await invitationRecords.insert(context, {
    id: await nextId('inv'),
    candidateId: candidate.id,
    roleId: role.id,
    packageId,
    workState,
    integrationId,
    status: 'pending',
    redirectUrl: redirectUrl ?? null,
    answers: {},
    expiresAt,
  });
  const { id: ref, tenantId } = invitation;
  await schedule(tx, { kind: 'invitation_expiry', ref, dueAt: expiresAt, tenantId });
  if (sendEmail) await sendInvitation(context, invitation, candidate);
  return invitation;
}

/** Finds the objects of an order: visible to the caller and in use. The candidate stays locked until the transaction ends. */
async function orderedObjects({ tx, scope }: ScopedCommand, order: InvitationOrder) {
  const candidates = await lockNamedCandidates(tx, scope, [order.candidateId]);
  const candidate = candidates.get(order.candidateId);
  const role = (await findByIds(roleRecords, tx, scope, [order.roleId])).get(order.roleId);
  const packageId = order.packageId ?? role?.packageId ?? undefined;
  const [ordered] =
    packageId === undefined
      ? []
      : await packageRecords.select(tx, scope, eq(packageRecords.table.id, packageId));
  const integration = await shareChosenIntegration(tx, scope, order.integrationId);
  const errors: FieldProblem[] = [];
  if (!candidate) errors.push(unknown('candidateId', 'candidate', order.candidateId));
  if (!role) errors.push(unknown('roleId', 'role', order.roleId));
  if (packageId !== undefined && !ordered) errors.push(unknown('packageId', 'package', packageId));
  if (role && packageId === undefined) {
    errors.push(required('packageId', 'role_without_package'));
  }
  if (order.integrationId !== undefined && !integration) {
    errors.push(unknown('integrationId', 'integration', order.integrationId));
  }
  if (order.integrationId === undefined && !integration && role) {
    const documents = await requestedDocuments(tx, role, order.workState);
    if (documents.length > 0) errors.push(required('integrationId', 'role_asks_for_documents'));
  }
  if (errors.length > 0 || !candidate || !role || !ordered) throw validationProblem(errors);
  if (candidate.status === 'archived') throw archivedProblem('candidate');
  if (role.archived) throw archivedProblem('role');
  if (ordered.archived) throw archivedProblem('package');
  if (integration?.status === 'archived') throw archivedProblem('integration');
  return { candidate, role, packageId: ordered.id, integrationId: integration?.id ?? null };
}

/** @throws Problem when the candidate has an open invitation to the role. */
async function refuseSecond(
  { tx, now, scope }: ScopedCommand,
  candidate: CandidateRow,
  roleId: string,
): Promise<void> {
  const rows = await openInvitations(tx, scope, candidate.id);
  const open = rows.find((row) => row.roleId === roleId && statusAt(row, now) !== 'expired');
  if (!open) return;
  // The id of another integration's invitation stays secret.
  const isVisible = scope.integrationId === null || scope.integrationId === open.integrationId;
  const named = isVisible ? `The invitation ${open.id}` : 'An invitation';
  const detail = `${named} of the candidate to this role is open.`;
  const facts = isVisible ? { id: open.id } : {};
  throw conflict({ reason: 'invitation_open', facts }, detail, open.status);
}

function unknown(param: string, what: ObjectKind, id: string): FieldProblem {
  return fieldProblem(param, { code: 'unknown', facts: { what, id } });
}

function required(param: string, because: Facts['because']): FieldProblem {
  return fieldProblem(param, { code: 'required', facts: { because } });
}

/** Mails the candidate the link to the intake. */
export async function sendInvitation(
  command: Command,
  { id, tenantId, expiresAt }: InvitationRow,
  candidate: Pick<CandidateRow, 'firstName' | 'lastName' | 'email'>,
): Promise<void> {
  const { name, timeZone } = await findTenant(command.tx, tenantId);
  const lines = [
    greeting(candidate),
    '',
    `${name} asks you to answer some questions and authorize a background check.`,
    '',
    'Open this link to start. It is only for you, so do not share it:',
    command.urls.hosted('intake', id),
    '',
    `Complete all steps by the end of ${writtenDay(expiresAt, timeZone)} (${timeZone}).`,
  ];
  await sendMail(command, {
    tenantId,
    to: candidate.email,
    subject: `${name} invites you to complete your background check`,
    text: `${lines.join('\n')}\n`,
  });
}

const plainName = /^(?:[\p{L}\p{M}'’ -]|\.(?= |$))+$/u;

/** Omits a name that could be a link or a message: anyone can create a candidate with the key in a web page. */
function greeting({ firstName, lastName }: Pick<CandidateRow, 'firstName' | 'lastName'>): string {
  const name = `${firstName} ${lastName}`;
  return plainName.test(name) ? `Hello ${name},` : 'Hello,';
}
