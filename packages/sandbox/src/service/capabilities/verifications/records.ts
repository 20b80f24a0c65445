import { and, eq, getTableColumns, type SQL } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import { integrationResource, joinedResource, type RowOf } from '../../http/resource.js';
import { inTenant, type Scope } from '../../kernel/scope.js';

export const sessionRecords = integrationResource(
  tables.verificationSessions,
  'verification session',
);

export type DocumentConfiguration = typeof tables.documentConfigs.$inferSelect;

/** A verification with what its record takes from other tables. */
export interface VerificationRow extends RowOf<typeof tables.documentVerifications> {
  readonly config: DocumentConfiguration;
  readonly sessionReference: string;
}

export const verificationRecords = joinedResource<
  typeof tables.documentVerifications,
  VerificationRow
>(tables.documentVerifications, 'document verification', (sql) =>
  sql
    .select({
      ...getTableColumns(tables.documentVerifications),
      config: tables.documentConfigs,
      sessionReference: tables.verificationSessions.reference,
    })
    .from(tables.documentVerifications)
    .innerJoin(
      tables.documentConfigs,
      eq(tables.documentConfigs.slug, tables.documentVerifications.documentConfigSlug),
    )
    .innerJoin(
      tables.verificationSessions,
      eq(tables.verificationSessions.id, tables.documentVerifications.sessionId),
    )
    .$dynamic(),
);

/** The condition of verifications with a reference of the caller. The index for it begins with the tenant. */
export function withReference(
  { externalId }: { readonly externalId?: string | undefined },
  scope: Scope,
): SQL | undefined {
  const table = tables.documentVerifications;
  return externalId === undefined
    ? undefined
    : and(inTenant(table, scope), eq(table.externalId, externalId));
}
