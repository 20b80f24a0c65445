import { and, eq } from 'drizzle-orm';
import { verificationSessions } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { found } from '../../http/find.js';
import { type FieldProblem, Problem, validationProblem } from '../../http/problem.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { schedule } from '../../kernel/schedule.js';
import { inScope } from '../../kernel/scope.js';
import { knownConfigs } from './known-configs.js';

export type Session = typeof verificationSessions.$inferSelect;

const SEVEN_DAYS = 7 * 86_400_000;

/** Creates a session, in which documents are submitted. It expires after seven days. */
export async function createSession(
  { tx, now, nextId, scope }: ScopedCommand,
  session: {
    readonly integrationId: string;
    readonly reference?: string | undefined;
    readonly documentConfigSlugs: string[];
  },
): Promise<Session> {
  const id = await nextId('dvs');
  const expiresAt = new Date(now.getTime() + SEVEN_DAYS);
  const [row] = await tx
    .insert(verificationSessions)
    .values({
      ...session,
      id,
      tenantId: scope.tenantId,
      reference: session.reference ?? id,
      createdAt: now,
      expiresAt,
    })
    .returning();
  await schedule(tx, { kind: 'session_expiry', ref: id, dueAt: expiresAt });
  if (!row) throw new Error('The database returned no row for an insert.');
  return row;
}

/** @throws Problem naming each slug that is not a document configuration. */
export async function checkConfigSlugs(tx: Sql, slugs: readonly string[]): Promise<void> {
  const known = await knownConfigs(tx, slugs);
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
export async function useSession(
  { tx, now, scope }: ScopedCommand,
  id: string,
  integrationId: string,
  documentConfigSlug: string,
): Promise<Session> {
  const rows = await tx
    .select()
    .from(verificationSessions)
    .where(
      and(
        inScope(verificationSessions, scope),
        eq(verificationSessions.id, id),
        eq(verificationSessions.integrationId, integrationId),
      ),
    );
  const session = found(rows, 'verification session', id);
  if (session.expiresAt <= now) {
    throw new Problem('state_conflict', 'The session has expired.', { currentStatus: 'expired' });
  }
  const { documentConfigSlugs: slugs } = session;
  if (slugs.length === 0 || slugs.includes(documentConfigSlug)) return session;
  const message = `must be a document of the session: ${slugs.join(', ')}`;
  throw validationProblem([{ param: 'documentConfigSlug', code: 'not_in_session', message }]);
}
