import type { Child } from 'hono/jsx';
import type { CandidateField, EnteredDocument, IntakeAnswers } from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import { transition } from '../../../http/state-machine.js';
import {
  type Command,
  type RunCommand,
  type ScopedCommand,
  unschedule,
} from '../../../kernel/command.js';
import type { FieldError } from '../../../pages/field.js';
import type { SentForm } from '../../../pages/read-form.js';
import {
  type CandidateRow,
  candidateRecords,
  candidateStates,
  candidateToWire,
} from '../../candidates/index.js';
import { orderReport, startReadyReports } from '../../reports/index.js';
import type { TenantRow } from '../../tenants/index.js';
import { createVerification } from '../../verifications/index.js';
import { emitPreviewEvent } from '../../webhooks/index.js';
import {
  findInvited,
  type InvitationRow,
  invitationRecords,
  requiredFields,
  statusAt,
} from '../records.js';
import { type RequestedDocument, requestedDocuments } from '../requested-documents.js';

/** Everything that the pages of an intake show. */
export interface Intake {
  readonly invitation: InvitationRow;
  readonly candidate: CandidateRow;
  readonly tenant: TenantRow;
  readonly roleName: string;
  readonly needs: readonly CandidateField[];
  readonly documents: readonly RequestedDocument[];
}

/** @param id The invitation. @returns `undefined` if it is gone. */
export async function loadIntake(sql: Sql, id: string): Promise<Intake | undefined> {
  const row = await findInvited(sql, id);
  if (!row) return undefined;
  const { invitation, candidate, tenant, role, checkTypeSlugs } = row;
  const needs = await requiredFields(sql, checkTypeSlugs);
  const { integrationId, workState } = invitation;
  // Without an integration, a document would have no owner.
  const documents = integrationId === null ? [] : await requestedDocuments(sql, role, workState);
  return { invitation, candidate, tenant, roleName: role.name, needs, documents };
}

export type Access = 'open' | 'completed' | 'expired' | 'canceled' | 'closed';

export function accessTo({ invitation, candidate, tenant }: Intake, now: Date): Access {
  if (tenant.status !== 'active') return 'closed';
  const status = statusAt(invitation, now);
  if (status === 'completed' || status === 'expired' || status === 'canceled') return status;
  return candidate.status === 'archived' ? 'canceled' : 'open';
}

/** The answers about a document. `undefined` if the candidate has skipped it, or not reached it yet. */
export function enteredDocument(
  { invitation }: Intake,
  { config, required }: RequestedDocument,
): EnteredDocument | undefined {
  const answer = invitation.answers.documents?.[config.slug];
  if (!answer || required) return answer;
  return Object.keys(answer.formData).length > 0 || answer.fileIds.length > 0 ? answer : undefined;
}

/** A command that changes an intake. The invitation gives its scope, because the request has no key. */
export interface IntakeCommand extends ScopedCommand {
  /** The intake. Its candidate and its invitation are locked. */
  readonly intake: Intake;
}

/**
 * Changes an intake that can be filled in. The first change opens the invitation.
 *
 * @returns `undefined` if the intake is gone or can no longer be filled in.
 */
export function changeIntake<Result>(
  runCommand: RunCommand,
  id: string,
  body: (command: IntakeCommand) => Promise<Result>,
): Promise<Result | undefined> {
  return runCommand(async (command) => {
    const { tx, now } = command;
    const named = await findInvited(tx, id);
    if (!named) return undefined;
    const { tenantId, integrationId, candidateId } = named.invitation;
    const scope = { tenantId, integrationId };
    await command.holdTenant(tenantId);
    await candidateRecords.lock(tx, scope, candidateId);
    await invitationRecords.lock(tx, scope, id);
    const intake = await loadIntake(tx, id);
    if (!intake || accessTo(intake, now) !== 'open') return undefined;
    const invitation = await openInvitation(command, intake.invitation);
    return body({ ...command, scope, intake: { ...intake, invitation } });
  });
}

async function openInvitation(command: Command, row: InvitationRow): Promise<InvitationRow> {
  if (row.openedAt !== null) return row;
  return invitationRecords.act(command, 'open', row, { openedAt: command.now });
}

/** Saves the answers of a step. The candidate is in progress then. */
export async function saveAnswers(command: IntakeCommand, answers: IntakeAnswers): Promise<void> {
  const { invitation, candidate } = command.intake;
  await invitationRecords.save(command, invitation, {
    answers: { ...invitation.answers, ...answers },
  });
  if (candidate.status !== candidateStates.actions.start.to) {
    await candidateRecords.act(command, 'start', candidate, {});
  }
}

/**
 * Ends an intake whose steps are all done: the candidate and the invitation are completed, the report is ordered, and a
 * verification is created for each document that was entered.
 *
 * @throws Problem when the report cannot be ordered, or a verification cannot be created.
 */
export async function submitIntake(command: IntakeCommand): Promise<void> {
  const { tx, now, intake } = command;
  const { invitation } = intake;
  const candidate = await completeCandidate(command);
  const { packageId, workState } = invitation;
  const report = await orderReport(command, {
    candidateId: candidate.id,
    packageId,
    workState,
    metadata: {},
    invitationId: invitation.id,
  });
  // Other reports may have waited for the candidate's answers.
  await startReadyReports(command, candidate);
  await invitationRecords.act(command, 'complete', invitation, {
    completedAt: now,
    reportId: report.id,
  });
  await unschedule(tx, invitation.id);
  for (const document of intake.documents) {
    const entered = enteredDocument(intake, document);
    if (!entered || invitation.integrationId === null) continue;
    await createVerification(command, {
      documentConfigSlug: document.config.slug,
      state: workState,
      integrationId: invitation.integrationId,
      externalId: candidate.externalId ?? candidate.id,
      candidateId: candidate.id,
      reportId: report.id,
      formData: { ...entered.formData },
      fileIds: [...entered.fileIds],
      metadata: {},
    });
  }
  await emitPreviewEvent(command, {
    type: 'candidate.completed',
    tenantId: candidate.tenantId,
    subjectId: candidate.id,
    data: candidateToWire(candidate),
    related: async () => ({}),
  });
}

async function completeCandidate(command: IntakeCommand): Promise<CandidateRow> {
  const { candidate, invitation } = command.intake;
  const { authorizedAt } = invitation.answers;
  if (authorizedAt === undefined) throw new Error('The intake was submitted unauthorized.');
  const started = { ...candidate, ...transition(candidateStates, 'start', candidate, {}) };
  return candidateRecords.act(command, 'complete', started, {
    submittedAt: command.now,
    authorizationSource: 'hosted' as const,
    authorizedAt: new Date(authorizedAt),
    workState: candidate.workState ?? invitation.workState,
  });
}

/** The input of the candidate that a page shows in addition to the stored answers. */
export interface Entered {
  /** The form that was sent and refused. `undefined` if none was sent. */
  readonly form: SentForm | undefined;
  readonly errors: readonly FieldError[];
}

export interface Step {
  /** The last part of the address. */
  readonly path: string;
  readonly title: string;
  readonly isDone: boolean;
  readonly hasFiles?: true;
  readonly render: (entered: Entered) => Child;
  /** Labels and answers for the last page. */
  readonly summary: readonly (readonly [string, string])[];
  /** Saves the form. Saves nothing if it returns errors. @throws Problem */
  readonly save: (command: IntakeCommand, form: SentForm) => Promise<readonly FieldError[]>;
}
