import { eq } from 'drizzle-orm';
import {
  documentVerifications,
  integrations,
  verificationSessions,
} from '../../../db/schema/index.js';
import type { Sql } from '../../../db/sql.js';
import type { RunCommand, ScopedCommand } from '../../../kernel/command.js';
import { accessTo, type SessionDocument, type SessionView, sessionView } from './session-view.js';

/** A change of a document. The scope is that of its session, because the request has an address in place of a key. */
export interface SessionCommand extends ScopedCommand {
  /** It is locked, with its integration and its verifications. */
  readonly view: SessionView;
  /** It can be entered. */
  readonly document: SessionDocument;
}

/**
 * Changes a document of a session.
 *
 * @returns undefined when the session is gone or not shown, or the document cannot be entered any more.
 */
export function changeSession<Result>(
  runCommand: RunCommand,
  id: string,
  slug: string,
  body: (command: SessionCommand) => Promise<Result>,
): Promise<Result | undefined> {
  return runCommand(async (command) => {
    const { tx, now } = command;
    await lockSession(tx, id);
    const view = await sessionView(tx, id, now);
    const document = view?.documents.find(({ config }) => config.slug === slug);
    if (!view || accessTo(view) !== 'shown' || !document?.canEnter) return undefined;
    const { tenantId, integrationId } = view.session;
    return body({ ...command, scope: { tenantId, integrationId }, view, document });
  });
}

/** Nobody else changes what is shown of a session until the transaction ends. Others can still create verifications in it. */
async function lockSession(tx: Sql, id: string): Promise<void> {
  const [session] = await tx
    .select({ integrationId: verificationSessions.integrationId })
    .from(verificationSessions)
    .where(eq(verificationSessions.id, id))
    .for('no key update');
  if (!session) return;
  await tx
    .select({ id: integrations.id })
    .from(integrations)
    .where(eq(integrations.id, session.integrationId))
    .for('share');
  await tx
    .select({ id: documentVerifications.id })
    .from(documentVerifications)
    .where(eq(documentVerifications.sessionId, id))
    .orderBy(documentVerifications.seq)
    .for('update');
}
