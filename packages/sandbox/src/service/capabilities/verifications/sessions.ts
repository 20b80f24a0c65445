import type { Sql } from '../../db/sql.js';
import { type FieldProblem, Problem, validationProblem } from '../../http/problem.js';
import { type ScopedCommand, schedule } from '../../kernel/command.js';
import { zip } from '../../kernel/lists.js';
import type { Scope } from '../../kernel/scope.js';
import { knownConfigs, type SessionRow, sessionRecords } from './records.js';

const SEVEN_DAYS = 7 * 86_400_000;

interface NewSession {
  readonly integrationId: string;
  /** Default: the id of the session. */
  readonly reference?: string | undefined;
  readonly documentConfigSlugs: string[];
}

/** Creates sessions, in which documents are submitted. They expire after seven days. */
export async function createSessions(
  command: ScopedCommand,
  sessions: readonly NewSession[],
): Promise<SessionRow[]> {
  const { tx, now, nextIds } = command;
  const expiresAt = new Date(now.getTime() + SEVEN_DAYS);
  const ids = await nextIds('dvs', sessions.length);
  const kind = 'session_expiry';
  await schedule(tx, ...ids.map((ref) => ({ kind, ref, dueAt: expiresAt }) as const));
  return sessionRecords.insertAll(
    command,
    zip(ids, sessions).map(([id, session]) => ({
      ...session,
      id,
      reference: session.reference ?? id,
      expiresAt,
    })),
  );
}

/** @throws Problem naming each slug that is not a document configuration. */
export async function checkConfigSlugs(
  tx: Sql,
  scope: Scope,
  slugs: readonly string[],
): Promise<void> {
  const known = await knownConfigs(tx, scope, slugs);
  const errors = slugs.flatMap((slug, index) =>
    known.has(slug) ? [] : [unknownConfig(`documentConfigSlugs.${index}`)],
  );
  if (errors.length > 0) throw validationProblem(errors);
}

export function unknownConfig(param: string): FieldProblem {
  const message = 'is not a document configuration; see GET /v1/document-configs';
  return { param, code: 'unknown', message };
}

/**
 * Finds the session in which a new verification is created.
 *
 * @throws Problem 404 when the integration has no such session, 409 when it has expired, 422 when it is for other documents.
 */
export async function findOpenSession(
  { tx, now, scope: { tenantId } }: ScopedCommand,
  id: string,
  integrationId: string,
  documentConfigSlug: string,
): Promise<SessionRow> {
  const session = await sessionRecords.find(tx, { tenantId, integrationId }, id);
  if (session.expiresAt <= now) {
    throw new Problem('state_conflict', 'The session has expired.', { currentStatus: 'expired' });
  }
  const { documentConfigSlugs: slugs } = session;
  if (slugs.length === 0 || slugs.includes(documentConfigSlug)) return session;
  const message = `must be a document of the session: ${slugs.join(', ')}`;
  throw validationProblem([{ param: 'documentConfigSlug', code: 'not_in_session', message }]);
}
