import { and, asc, eq, getTableColumns, type SQL } from 'drizzle-orm';
import {
  documentConfigs,
  verificationSessions as sessions,
  documentVerifications as verifications,
} from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { integrationResource, joinedResource, type RowOf } from '../../http/resource.js';
import { inTenant, type Scope } from '../../kernel/scope.js';
import type { DocumentConfiguration } from './catalog-records.js';

export const sessionRecords = integrationResource(sessions, 'verification session');
export type SessionRow = RowOf<typeof sessions>;

/** A session for the holder of its address. Undefined: it is gone. */
export async function readSession(sql: Sql, id: string): Promise<SessionRow | undefined> {
  const [session] = await sql.select().from(sessions).where(eq(sessions.id, id));
  return session;
}

/** Like `readSession`: until the transaction ends, others create verifications in it and change nothing else. */
export async function lockSession(tx: Sql, id: string): Promise<SessionRow | undefined> {
  const [session] = await tx
    .select()
    .from(sessions)
    .where(eq(sessions.id, id))
    .for('no key update');
  return session;
}

/** A verification with the columns of other tables that its record shows. */
export interface VerificationRow extends RowOf<typeof verifications> {
  readonly config: DocumentConfiguration;
  readonly sessionReference: string;
}

export const verificationRecords = joinedResource<typeof verifications, VerificationRow>(
  verifications,
  'document verification',
  (sql) =>
    sql
      .select({
        ...getTableColumns(verifications),
        config: documentConfigs,
        sessionReference: sessions.reference,
      })
      .from(verifications)
      .innerJoin(documentConfigs, eq(documentConfigs.slug, verifications.documentConfigSlug))
      .innerJoin(sessions, eq(sessions.id, verifications.sessionId))
      .$dynamic(),
);

/** The verifications of a session, oldest first. */
export async function verificationsInSession(
  sql: Sql,
  sessionId: string,
): Promise<readonly VerificationRow[]> {
  return inSession(sql, sessionId);
}

/** Locks the verifications of a session. @param status Default: any. */
export async function lockInSession(
  tx: Sql,
  sessionId: string,
  status?: VerificationRow['status'],
): Promise<readonly VerificationRow[]> {
  return inSession(tx, sessionId, status).for('update', { of: verifications });
}

function inSession(sql: Sql, sessionId: string, status?: VerificationRow['status']) {
  const ofStatus = status && eq(verifications.status, status);
  return verificationRecords
    .query(sql)
    .where(and(eq(verifications.sessionId, sessionId), ofStatus))
    .orderBy(asc(verifications.seq));
}

/** The condition of verifications with a reference of the caller. The index for it begins with the tenant. */
export function withReference(
  { externalId }: { readonly externalId?: string | undefined },
  scope: Scope,
): SQL | undefined {
  return externalId === undefined
    ? undefined
    : and(inTenant(verifications, scope), eq(verifications.externalId, externalId));
}
