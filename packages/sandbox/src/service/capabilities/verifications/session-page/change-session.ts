import type { Sql } from '../../../db/sql.js';
import type { RunCommand, ScopedCommand } from '../../../kernel/command.js';
import { integrationRecords } from '../../integrations/index.js';
import { lockInSession, lockSession } from '../records.js';
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
    await lockShown(tx, id);
    const view = await sessionView(tx, id, now);
    const document = view?.documents.find(({ config }) => config.slug === slug);
    if (!view || accessTo(view) !== 'shown' || !document?.canEnter) return undefined;
    const { tenantId, integrationId } = view.session;
    return body({ ...command, scope: { tenantId, integrationId }, view, document });
  });
}

/** Nobody else changes the data that is shown of a session until the transaction ends. */
async function lockShown(tx: Sql, sessionId: string): Promise<void> {
  const session = await lockSession(tx, sessionId);
  if (!session) return;
  await integrationRecords.share(tx, session, session.integrationId);
  await lockInSession(tx, sessionId);
}
