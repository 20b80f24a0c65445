import type { RunCommand, ScopedCommand } from '../../../kernel/command.js';
import { integrationRecords } from '../../integrations/index.js';
import { selectInSession, selectSession, verificationRecords } from '../records.js';
import {
  accessTo,
  readSessionView,
  type SessionDocument,
  type SessionView,
} from './session-view.js';

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
    // Others can still create verifications in it.
    const [session] = await selectSession(tx, id).for('no key update');
    if (!session) return undefined;
    const { tenantId, integrationId } = session;
    const scope = { tenantId, integrationId };
    await integrationRecords.share(tx, scope, integrationId);
    await selectInSession(tx, id).for('update', { of: verificationRecords.table });
    const view = await readSessionView(tx, session, now);
    const document = view.documents.find(({ config }) => config.slug === slug);
    if (accessTo(view) !== 'shown' || !document?.canEnter) return undefined;
    return body({ ...command, scope, view, document });
  });
}
