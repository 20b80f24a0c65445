import { eq } from 'drizzle-orm';
import {
  documentConfigs,
  documentVerifications,
  verificationSessions,
} from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { idInScope, type Scope } from '../../kernel/scope.js';
import type { ServiceUrls } from '../../kernel/service-urls.js';
import type { VerificationRecord } from './wire.js';

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

/** The record of spec section 2. @param now For the addresses of files, until the verification has ended. */
export function toRecord(
  { verification, config, sessionReference }: VerificationRow,
  urls: ServiceUrls,
  now: Date,
): VerificationRecord {
  return {
    verificationId: verification.id,
    externalId: verification.externalId,
    integrationId: verification.integrationId,
    sessionId: verification.sessionId,
    sessionReference,
    documentConfigSlug: verification.documentConfigSlug,
    checkTypeSlug: config.checkTypeSlug,
    state: verification.state,
    status: verification.status,
    verified: verification.status === 'VERIFIED',
    formData: verification.formData,
    verificationFileUploads: verification.fileIds.map((id) =>
      urls.file(id, verification.completedAt ?? now),
    ),
    errorMessage: verification.errorMessage,
    attemptCount: verification.attemptCount,
    metadata: verification.metadata,
    createdAt: verification.createdAt.toISOString(),
    completedAt: verification.completedAt?.toISOString() ?? null,
  };
}
