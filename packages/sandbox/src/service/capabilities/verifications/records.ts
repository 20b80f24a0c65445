import { and, asc, eq, getTableColumns, type SQL } from 'drizzle-orm';
import {
  documentConfigs,
  verificationSessions as sessions,
  documentVerifications as verifications,
} from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import {
  integrationResource,
  joinedResource,
  type Objects,
  type RowOf,
  withStates,
} from '../../http/resource.js';
import { inTenant, type Scope } from '../../kernel/scope.js';
import type { DocumentConfiguration } from './catalog-records.js';
import { verificationStates } from './states.js';

export const sessionRecords = integrationResource(sessions, 'verification session');
export type SessionRow = RowOf<typeof sessions>;

/** Selects a session for the holder of its address, which proves that they may see it. */
export function selectSession(sql: Sql, id: string) {
  return sql.select().from(sessions).where(eq(sessions.id, id));
}

/** A verification with the columns of other tables that its record shows. */
export interface VerificationRow extends RowOf<typeof verifications> {
  readonly config: DocumentConfiguration;
  readonly sessionReference: string;
}

export const verificationRecords = withStates(
  joinedResource<typeof verifications, VerificationRow>(
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
        .innerJoin(documentConfigs, eq(documentConfigs.id, verifications.documentConfigId))
        .innerJoin(sessions, eq(sessions.id, verifications.sessionId))
        .$dynamic(),
  ),
  verificationStates,
);

/** A verification as lists show it. Each row would repeat the other columns of its configuration, which are long. */
export interface ListedVerification extends Omit<VerificationRow, 'config'> {
  readonly config: Pick<DocumentConfiguration, 'checkTypeSlug'>;
}

export const listedVerifications: Objects<ListedVerification> = {
  ...verificationRecords,
  query: (sql) =>
    sql
      .select({
        ...getTableColumns(verifications),
        config: { checkTypeSlug: documentConfigs.checkTypeSlug },
        sessionReference: sessions.reference,
      })
      .from(verifications)
      .innerJoin(documentConfigs, eq(documentConfigs.id, verifications.documentConfigId))
      .innerJoin(sessions, eq(sessions.id, verifications.sessionId))
      .$dynamic(),
};

/** Selects the verifications of a session, oldest first. @param status Default: any. */
export function selectInSession(sql: Sql, sessionId: string, status?: VerificationRow['status']) {
  const inSession = and(
    eq(verifications.sessionId, sessionId),
    status && eq(verifications.status, status),
  );
  return verificationRecords.query(sql).where(inSession).orderBy(asc(verifications.seq));
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
