import type { DraftDocument } from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import type { RunCommand, ScopedCommand } from '../../../kernel/command.js';
import { type IntegrationStatus, integrationRecords } from '../../integrations/index.js';
import { findTenant, type TenantRow } from '../../tenants/index.js';
import {
  configsBySlug,
  type DocumentConfiguration,
  listConfigs,
  lockShown,
  type SessionRow,
  selectSession,
  selectShown,
  type VerificationRow,
} from '../records.js';

/** A document that can be submitted in a session, or was. */
export interface SessionDocument {
  readonly config: DocumentConfiguration;
  /** The first one that waits for fields and files, or otherwise the newest. `undefined` if there is none. */
  readonly verification: VerificationRow | undefined;
  /** The status of the verification. Without a verification, `PENDING`. */
  readonly status: VerificationRow['status'];
  /** Whether the document can be entered: it was not sent, or has failed, and the session has not expired. */
  readonly canEnter: boolean;
  readonly draft: DraftDocument | undefined;
}

export interface SessionView {
  readonly session: SessionRow;
  readonly tenant: TenantRow;
  readonly integrationStatus: IntegrationStatus;
  readonly isExpired: boolean;
  /** Whether every document is requested. If not, `documents` has all that exist, and people choose. */
  readonly asksForAll: boolean;
  readonly documents: readonly SessionDocument[];
}

export async function readSessionView(
  sql: Sql,
  session: SessionRow,
  now: Date,
): Promise<SessionView> {
  const { tenantId, integrationId, expiresAt, documentConfigSlugs, drafts } = session;
  const integration = await integrationRecords.find(sql, session, integrationId);
  const verifications = await selectShown(sql, session.id);
  const asksForAll = documentConfigSlugs.length > 0;
  const configs = asksForAll
    ? await configsBySlug(sql, session, documentConfigSlugs)
    : await listConfigs(sql, session);
  const isExpired = expiresAt <= now;
  return {
    session,
    tenant: await findTenant(sql, tenantId),
    integrationStatus: integration.status,
    isExpired,
    asksForAll,
    documents: configs.map((config) => {
      const verification = verifications.find((one) => one.documentConfigSlug === config.slug);
      const status = verification?.status ?? 'PENDING';
      const canEnter = !isExpired && (status === 'PENDING' || status === 'FAILED');
      return { config, verification, status, canEnter, draft: drafts[config.slug] };
    }),
  };
}

/** Whether the pages of a session are shown, or why not. */
export type SessionAccess = 'shown' | 'expired' | 'canceled' | 'archived' | 'closed';

export function accessTo(view: SessionView): SessionAccess {
  const { tenant, integrationStatus, documents, isExpired } = view;
  if (tenant.status !== 'active') return 'closed';
  if (integrationStatus === 'archived') return 'archived';
  if (documents.every(({ status }) => status === 'CANCELED')) return 'canceled';
  // People who have sent everything in time still see the results.
  return isExpired && !isAllSent(view) ? 'expired' : 'shown';
}

/** Whether there is nothing left to send. A session for all documents never ends by itself. */
export function isAllSent({ asksForAll, documents }: SessionView): boolean {
  return asksForAll && documents.every(wasSent);
}

/** Whether a document was sent. A document that failed because its session expired was not sent. */
export function wasSent({ status, verification }: SessionDocument): boolean {
  if (status === 'FAILED') return verification !== undefined && verification.attemptCount > 0;
  return status !== 'PENDING';
}

/** A command that changes a document. The session gives its scope, because the request has no key. */
export interface SessionCommand extends ScopedCommand {
  /** The session. Its integration and the shown verifications are locked too. */
  readonly view: SessionView;
  /** A document that can be entered. */
  readonly document: SessionDocument;
}

/** @returns `undefined` if the session is gone or not shown, or the document can no longer be entered. */
export function changeSession<Result>(
  runCommand: RunCommand,
  id: string,
  slug: string,
  body: (command: SessionCommand) => Promise<Result>,
): Promise<Result | undefined> {
  return runCommand(async (command) => {
    const { tx, now } = command;
    // This lock lets others create verifications in the session.
    const [session] = await selectSession(tx, id).for('no key update');
    if (!session) return undefined;
    const { tenantId, integrationId } = session;
    const scope = { tenantId, integrationId };
    await command.holdTenant(tenantId);
    await integrationRecords.share(tx, scope, integrationId);
    await lockShown(tx, id);
    const view = await readSessionView(tx, session, now);
    const document = view.documents.find(({ config }) => config.slug === slug);
    if (accessTo(view) !== 'shown' || !document?.canEnter) return undefined;
    return body({ ...command, scope, view, document });
  });
}
