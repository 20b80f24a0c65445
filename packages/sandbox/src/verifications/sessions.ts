import { and, eq } from 'drizzle-orm';
import { found } from '../api/find.js';
import type { ChangeContext } from '../api/operation.js';
import { Problem } from '../api/problem.js';
import { schedule } from '../engine/jobs.js';
import { verificationSessions } from '../store/schema/index.js';
import { inScope } from '../store/scope.js';

export type Session = typeof verificationSessions.$inferSelect;

const SEVEN_DAYS = 7 * 86_400_000;

/** Creates a session, in which documents are submitted. It expires after seven days. */
export async function createSession(
  { tx, now, nextId, scope }: ChangeContext,
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

/** The session of a new verification. @throws Problem when it is unknown, of another integration, or expired. */
export async function useSession(
  { tx, now, scope }: ChangeContext,
  id: string,
  integrationId: string,
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
  if (session.expiresAt > now) return session;
  throw new Problem('state_conflict', 'The session has expired.', { currentStatus: 'expired' });
}
