import { and, eq, gt, lt, type SQL } from 'drizzle-orm';
import type { PageRange } from '../api/paging.js';
import type { ServiceUrls } from '../engine/service-urls.js';
import { ofIntegration } from '../integrations/of-integration.js';
import {
  documentConfigs,
  documentVerifications,
  verificationSessions,
} from '../store/schema/index.js';
import { inScope, inTenant, type Scope } from '../store/scope.js';
import type { Sql } from '../store/sql.js';
import type { VerificationStatus } from './states.js';
import type { VerificationRecord } from './wire.js';

type Verification = typeof documentVerifications.$inferSelect;
export type DocumentConfiguration = typeof documentConfigs.$inferSelect;

/** A verification with what its record takes from other tables. */
export interface VerificationRow {
  readonly verification: Verification;
  readonly config: DocumentConfiguration;
  readonly sessionReference: string;
}

/** What a list of verifications may be filtered by. */
export interface VerificationFilter {
  readonly externalId?: string | undefined;
  readonly integrationId?: string | undefined;
  readonly status?: VerificationStatus | undefined;
  readonly documentConfigSlug?: string | undefined;
  readonly createdAfter?: string | undefined;
  readonly createdBefore?: string | undefined;
}

export async function findVerification(
  sql: Sql,
  scope: Scope,
  id: string,
): Promise<VerificationRow[]> {
  return select(sql, and(inScope(documentVerifications, scope), eq(documentVerifications.id, id)));
}

/** For the service itself, which sees every tenant. The row stays locked until the transaction ends. */
export async function lockVerification(tx: Sql, id: string): Promise<VerificationRow[]> {
  return select(tx, eq(documentVerifications.id, id)).for('update', { of: documentVerifications });
}

export async function listVerifications(
  sql: Sql,
  scope: Scope,
  filter: VerificationFilter,
  range: PageRange,
): Promise<VerificationRow[]> {
  const { externalId, integrationId, status, documentConfigSlug } = filter;
  const table = documentVerifications;
  const matches = and(
    await ofIntegration(sql, table, scope, integrationId),
    externalId === undefined
      ? undefined
      : and(inTenant(table, scope), eq(table.externalId, externalId)),
    status === undefined ? undefined : eq(table.status, status),
    documentConfigSlug === undefined ? undefined : eq(table.documentConfigSlug, documentConfigSlug),
    filter.createdAfter === undefined
      ? undefined
      : gt(table.createdAt, new Date(filter.createdAfter)),
    filter.createdBefore === undefined
      ? undefined
      : lt(table.createdAt, new Date(filter.createdBefore)),
    range.where,
  );
  return select(sql, matches).orderBy(range.orderBy).limit(range.limit);
}

function select(sql: Sql, where: SQL | undefined) {
  return sql
    .select({
      verification: documentVerifications,
      config: documentConfigs,
      sessionReference: verificationSessions.reference,
    })
    .from(documentVerifications)
    .innerJoin(documentConfigs, eq(documentConfigs.slug, documentVerifications.documentConfigSlug))
    .innerJoin(verificationSessions, eq(verificationSessions.id, documentVerifications.sessionId))
    .where(where)
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
