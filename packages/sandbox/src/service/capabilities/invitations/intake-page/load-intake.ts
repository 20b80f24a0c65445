import type { CandidateField, EnteredDocument } from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import type { CandidateRow } from '../../candidates/index.js';
import type { TenantRow } from '../../tenants/index.js';
import { findInvited, type InvitationRow, requiredFields, statusAt } from '../records.js';
import { type RequestedDocument, requestedDocuments } from '../requested-documents.js';

/** All that the pages of an intake show. */
export interface Intake {
  readonly invitation: InvitationRow;
  readonly candidate: CandidateRow;
  readonly tenant: TenantRow;
  readonly roleName: string;
  /** The fields of the candidate that the checks of the package need. */
  readonly needs: readonly CandidateField[];
  readonly documents: readonly RequestedDocument[];
}

/** @param id The invitation. @returns undefined when it is gone. */
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

/** Whether an intake can be filled in, or why it cannot. */
export type Access = 'open' | 'completed' | 'expired' | 'canceled' | 'closed';

export function accessTo({ invitation, candidate, tenant }: Intake, now: Date): Access {
  if (tenant.status !== 'active') return 'closed';
  const status = statusAt(invitation, now);
  if (status === 'completed' || status === 'expired' || status === 'canceled') return status;
  return candidate.status === 'archived' ? 'canceled' : 'open';
}

/** The answers about a document. Undefined: the candidate has skipped it, or not come to it. */
export function enteredDocument(
  { invitation }: Intake,
  { config, required }: RequestedDocument,
): EnteredDocument | undefined {
  const answer = invitation.answers.documents?.[config.slug];
  if (!answer || required) return answer;
  return Object.keys(answer.formData).length > 0 || answer.fileIds.length > 0 ? answer : undefined;
}
