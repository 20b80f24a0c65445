import { eq } from 'drizzle-orm';
import {
  documentConfigs,
  documentVerifications,
  verificationSessions,
} from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { found } from '../../http/find.js';
import type { ScopedCommand } from '../../kernel/command.js';
import { idInScope, type Scope } from '../../kernel/scope.js';

type Verification = typeof documentVerifications.$inferSelect;
export type DocumentConfiguration = typeof documentConfigs.$inferSelect;

/** A verification with what its record takes from other tables. */
export interface VerificationRow {
  readonly verification: Verification;
  readonly config: DocumentConfiguration;
  readonly sessionReference: string;
}

export async function findVerification(
  sql: Sql,
  scope: Scope,
  id: string,
): Promise<VerificationRow[]> {
  return selectVerifications(sql).where(idInScope(documentVerifications, scope, id));
}

/** For the service itself, which sees every tenant. The row stays locked until the transaction ends. */
export async function lockVerification(tx: Sql, id: string): Promise<VerificationRow[]> {
  return selectVerifications(tx)
    .where(eq(documentVerifications.id, id))
    .for('update', { of: documentVerifications });
}

/** For a change by a caller. The row stays locked until the transaction ends. @throws Problem 404 when there is none. */
export async function lockVisible(
  { tx, scope }: ScopedCommand,
  id: string,
): Promise<VerificationRow> {
  const rows = await selectVerifications(tx)
    .where(idInScope(documentVerifications, scope, id))
    .for('update', { of: documentVerifications });
  return found(rows, 'document verification', id);
}

/** All verifications, for the conditions of a caller. */
export function selectVerifications(sql: Sql) {
  return sql
    .select({
      verification: documentVerifications,
      config: documentConfigs,
      sessionReference: verificationSessions.reference,
    })
    .from(documentVerifications)
    .innerJoin(documentConfigs, eq(documentConfigs.slug, documentVerifications.documentConfigSlug))
    .innerJoin(verificationSessions, eq(verificationSessions.id, documentVerifications.sessionId))
    .$dynamic();
}
