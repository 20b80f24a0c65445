import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  or,
  sql as raw,
  type SQL,
} from 'drizzle-orm';
import {
  documentConfigs,
  files,
  verificationSessions as sessions,
  verificationSources,
  documentVerifications as verifications,
} from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import {
  integrationResource,
  joinedResource,
  type Objects,
  type RowOf,
  resource,
  withStates,
} from '../../http/resource.js';
import { inScope, inTenant, type Scope } from '../../kernel/command.js';
import { configStates } from './config-states.js';
import { verificationStates } from './states.js';

export type DocumentConfiguration = typeof documentConfigs.$inferSelect;
export type SourceRow = typeof verificationSources.$inferSelect;

export const sourceAvailabilities = verificationSources.availability.enumValues;
export const verificationStatuses = verifications.status.enumValues;

/** The configurations that a tenant sees, by slug: those of the catalog, and its own. */
export const configRecords = withStates(
  resource(documentConfigs, 'document configuration', {
    key: documentConfigs.slug,
    within: (scope) => or(isNull(documentConfigs.tenantId), inTenant(documentConfigs, scope)),
  }),
  configStates,
);

export function madeByTenant(sent: { readonly custom?: 'true' | 'false' | undefined }) {
  const { tenantId } = documentConfigs;
  if (sent.custom === undefined) return undefined;
  return sent.custom === 'true' ? isNotNull(tenantId) : isNull(tenantId);
}

/** All that a tenant sees, in the order of the list of the API. */
export async function listConfigs(sql: Sql, scope: Scope): Promise<DocumentConfiguration[]> {
  const { createdAt, seq } = documentConfigs;
  return configRecords
    .query(sql)
    .where(configRecords.listedWithin(scope))
    .orderBy(desc(createdAt), desc(seq));
}

/** The configurations with these slugs, in their order and each once. */
export async function configsBySlug(
  sql: Sql,
  scope: Scope,
  slugs: readonly string[],
): Promise<readonly DocumentConfiguration[]> {
  const wanted = [...new Set(slugs)];
  if (wanted.length === 0) return [];
  const rows = await configRecords.select(sql, scope, inArray(documentConfigs.slug, wanted));
  return wanted.flatMap((slug) => rows.find((row) => row.slug === slug) ?? []);
}

export async function knownConfigs(
  sql: Sql,
  scope: Scope,
  slugs: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await configsBySlug(sql, scope, slugs)).map(({ slug }) => slug));
}

export async function listSources(sql: Sql): Promise<SourceRow[]> {
  return sql.select().from(verificationSources).orderBy(asc(verificationSources.seq));
}

export async function readAvailabilities(
  sql: Sql,
): Promise<ReadonlyMap<string, SourceRow['availability']>> {
  const { slug, availability } = verificationSources;
  const rows = await sql.select({ slug, availability }).from(verificationSources);
  return new Map(rows.map((row) => [row.slug, row.availability]));
}

export const sessionRecords = integrationResource(sessions, 'verification session');
export type SessionRow = RowOf<typeof sessions>;

/** Selects a session for the holder of its address, which proves that they may see it. */
export function selectSession(sql: Sql, id: string) {
  return sql.select().from(sessions).where(eq(sessions.id, id));
}

export interface VerificationRow extends RowOf<typeof verifications> {
  readonly config: DocumentConfiguration;
  readonly sessionReference: string;
}

/** @param config What is selected of their configurations. */
function selectVerifications<Config extends Partial<typeof configColumns>>(
  sql: Sql,
  config: Config,
) {
  return sql
    .select({ ...getTableColumns(verifications), config, sessionReference: sessions.reference })
    .from(verifications)
    .innerJoin(documentConfigs, eq(documentConfigs.id, verifications.documentConfigId))
    .innerJoin(sessions, eq(sessions.id, verifications.sessionId))
    .$dynamic();
}

const configColumns = getTableColumns(documentConfigs);

export const verificationRecords = withStates(
  joinedResource<typeof verifications, VerificationRow>(
    verifications,
    'document verification',
    (sql) => selectVerifications(sql, configColumns),
  ),
  verificationStates,
);

/** A verification as lists show it. Each row would repeat the other columns of its configuration, which are long. */
export interface ListedVerification extends Omit<VerificationRow, 'config'> {
  readonly config: Pick<DocumentConfiguration, 'checkTypeSlug'>;
}

export const listedVerifications: Objects<ListedVerification> = {
  ...verificationRecords,
  query: (sql) => selectVerifications(sql, { checkTypeSlug: documentConfigs.checkTypeSlug }),
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

export const fileRecords = integrationResource(files, 'file');

/** The ids among these that files of the principal have. It does not read their bytes. */
export async function knownFiles(
  sql: Sql,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.select({ id: files.id }).from(files).where(withIds(scope, ids));
  return new Set(rows.map(({ id }) => id));
}

/** The files with some ids, in their order. Their bytes stay in the database: `digest` is their SHA-256. */
export async function readableFiles(sql: Sql, scope: Scope, ids: readonly string[]) {
  const digest = raw<string>`encode(sha256(${files.content}), 'hex')`;
  const rows = await sql
    .select({ id: files.id, name: files.name, digest })
    .from(files)
    .where(withIds(scope, ids));
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

export async function removeFiles(tx: Sql, scope: Scope, ids: readonly string[]): Promise<void> {
  await tx.delete(files).where(withIds(scope, ids));
}

export async function readSignedFile(sql: Sql, id: string) {
  const [file] = await sql.select().from(files).where(eq(files.id, id));
  return file;
}

const withIds = (scope: Scope, ids: readonly string[]) =>
  and(inScope(files, scope), inArray(files.id, [...ids]));
