import { setImmediate } from 'node:timers/promises';
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  or,
  sql as raw,
  type SQL,
} from 'drizzle-orm';
import {
  documentConfigs,
  fileParts,
  files,
  fileTotals,
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
import { type Command, inScope, inTenant, type Scope } from '../../kernel/command.js';
import { updateRows, writeRows } from '../../kernel/update-rows.js';
import { limits } from '../../limits/limits.js';
import { configStates, verificationStates } from './states.js';

export type DocumentConfiguration = typeof documentConfigs.$inferSelect;
/** The parts of a configuration that choose the answer of its source. */
export type SourceConfiguration = Pick<
  DocumentConfiguration,
  'sourceSlug' | 'magicField' | 'digitAliases'
>;
export type SourceRow = typeof verificationSources.$inferSelect;

export const sourceAvailabilities = verificationSources.availability.enumValues;
export const verificationStatuses = verifications.status.enumValues;

/** The configurations that a tenant sees, by slug: those of the catalog, and its own. */
export const configRecords = withStates(
  resource(documentConfigs, 'document_configuration', {
    key: documentConfigs.slug,
    within: (scope) => or(isNull(documentConfigs.tenantId), inTenant(documentConfigs, scope)),
  }),
  configStates,
);

export const boundedConfigs = {
  limit: 'ownDocumentConfigs',
  table: documentConfigs,
  counts: undefined,
  what: 'document_configuration',
  noun: 'document configurations of its own',
  cure: 'Change one of them instead.',
} as const;

export function madeByTenant(sent: { readonly custom?: 'true' | 'false' | undefined }) {
  const { tenantId } = documentConfigs;
  if (sent.custom === undefined) return undefined;
  return sent.custom === 'true' ? isNotNull(tenantId) : isNull(tenantId);
}

/** All configurations that a tenant sees, in the order of the API list. */
export async function listConfigs(sql: Sql, scope: Scope): Promise<DocumentConfiguration[]> {
  const { createdAt, seq } = documentConfigs;
  return configRecords
    .query(sql)
    .where(configRecords.listedWithin(scope))
    .orderBy(desc(createdAt), desc(seq));
}

/** The configurations with these slugs, in the given order and without duplicates. */
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

/** Sessions expire after seven days. */
export const SESSION_MS = 7 * 86_400_000;

export const sessionRecords = integrationResource(sessions, 'verification_session');
export type SessionRow = RowOf<typeof sessions>;

/** Selects a session for the holder of its address, which proves that they may see it. */
export function selectSession(sql: Sql, id: string) {
  return sql.select().from(sessions).where(eq(sessions.id, id));
}

export interface VerificationRow extends RowOf<typeof verifications> {
  readonly config: DocumentConfiguration;
  readonly sessionReference: string;
}

/** @param config The columns to select from the configurations. */
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
// Fields that are read from files may become as large as submitted fields.
const formBytes = raw<number>`octet_length(${verifications.metadata}::text) +
  case when ${verifications.formData}::text = '{}' and cardinality(${verifications.fileIds}) > 0
    then ${raw.raw(`${limits.formDataBytes.most}`)} else octet_length(${verifications.formData}::text) end`;

export const verificationRecords = withStates(
  joinedResource<typeof verifications, VerificationRow>(
    verifications,
    'document_verification',
    (sql) => selectVerifications(sql, configColumns),
    formBytes,
  ),
  verificationStates,
);

/** A verification as lists show it, without the long columns of its configuration, which would repeat in each row. */
export interface ListedVerification extends Omit<VerificationRow, 'config'> {
  readonly config: Pick<DocumentConfiguration, 'checkTypeSlug'> & SourceConfiguration;
}

const { checkTypeSlug, sourceSlug, magicField, digitAliases } = configColumns;
const listedConfigColumns = { checkTypeSlug, sourceSlug, magicField, digitAliases };

export const listedVerifications: Objects<ListedVerification> = {
  ...verificationRecords,
  query: (sql) => selectVerifications(sql, listedConfigColumns),
};

/** Selects the verifications that a session page shows: for each document, the first pending one or otherwise the newest. */
export function selectShown(sql: Sql, sessionId: string) {
  const { id, documentConfigSlug, seq, status } = verifications;
  const isPending = eq(status, 'PENDING');
  const shown = sql
    .selectDistinctOn([documentConfigSlug], { id })
    .from(verifications)
    .where(eq(verifications.sessionId, sessionId))
    .orderBy(
      documentConfigSlug,
      desc(isPending),
      raw`case when ${isPending} then ${seq} else -${seq} end`,
    );
  return verificationRecords.query(sql).where(inArray(id, shown));
}

/** Locks the rows of {@link selectShown}, even if another transaction changes meanwhile which rows these are. */
export async function lockShown(tx: Sql, sessionId: string): Promise<void> {
  const locked = new Set<string>();
  for (;;) {
    const shown = await selectShown(tx, sessionId).for('update', { of: verifications });
    if (shown.every(({ id }) => locked.has(id))) return;
    for (const { id } of shown) locked.add(id);
  }
}

/** The verifications that are pending, for {@link lockPendingAmong}. */
export const pendingVerifications = {
  table: verifications,
  isOpen: () => eq(verifications.status, 'PENDING'),
};

/** Locks the pending verifications among these ids. Omits their forms, which may be long. */
export function lockPendingAmong(tx: Sql, ids: readonly string[]) {
  const { id, seq, status } = verifications;
  return tx
    .select({ id, status })
    .from(verifications)
    .where(and(inArray(id, [...ids]), eq(status, 'PENDING')))
    .orderBy(asc(seq))
    .for('update');
}

/** Makes the same changes to verifications whose rows are locked. */
export async function changeVerifications(
  command: Command,
  ids: readonly string[],
  changes: Partial<Pick<VerificationRow, 'status' | 'completedAt'>>,
): Promise<void> {
  await updateRows(command, verifications, changes).where(inArray(verifications.id, [...ids]));
}

/** The sessions without pending verifications: nobody can submit a document in them once their pages are closed. */
export const openSessions = {
  table: sessions,
  isOpen(now: Date) {
    const { sessionId, status } = verifications;
    const pending = raw`select from ${verifications}
      where ${sessionId} = ${sessions.id} and ${status} = 'PENDING'`;
    // Uses the creation time, because sessions are found by it.
    return and(
      gt(sessions.createdAt, new Date(now.getTime() - SESSION_MS)),
      raw`not exists (${pending})`,
    );
  },
};

export async function hasPending(sql: Sql, sessionId: string): Promise<boolean> {
  const pending = await sql
    .select({ id: verifications.id })
    .from(verifications)
    .where(and(eq(verifications.sessionId, sessionId), eq(verifications.status, 'PENDING')))
    .limit(1);
  return pending.length > 0;
}

/** Locks the oldest pending verifications of a session after a `seq`. Skips those that another transaction holds. */
export function lockPending(tx: Sql, sessionId: string, after: number, most: number) {
  const { id, seq, status } = verifications;
  return tx
    .select({ id, seq, bytes: formBytes })
    .from(verifications)
    .where(and(eq(verifications.sessionId, sessionId), eq(status, 'PENDING'), gt(seq, after)))
    .orderBy(asc(seq))
    .limit(most)
    .for('update', { skipLocked: true });
}

/** The condition for verifications with a reference of the caller. Its index begins with the tenant. */
export function withReference(
  { externalId }: { readonly externalId?: string | undefined },
  scope: Scope,
): SQL | undefined {
  return externalId === undefined
    ? undefined
    : and(inTenant(verifications, scope), eq(verifications.externalId, externalId));
}

export const fileRecords = integrationResource(files, 'file');

/** Returns those of the ids that files of the principal have. */
export async function knownFiles(
  sql: Sql,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql.select({ id: files.id }).from(files).where(withIds(scope, ids));
  return new Set(rows.map(({ id }) => id));
}

/** The files with these ids, in the given order. `digest` is the SHA-256 of their bytes, in hexadecimal. */
export async function readableFiles(sql: Sql, scope: Scope, ids: readonly string[]) {
  const { id, name, digest } = files;
  const rows = await sql.select({ id, name, digest }).from(files).where(withIds(scope, ids));
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/**
 * Adds the bytes of new files to the total of the tenant, over all its integrations. Until the transaction ends, nobody else can
 * store a file for the tenant.
 *
 * @returns `false` if the total would exceed `most`. Nothing is counted then.
 */
export async function countBytes(
  tx: Sql,
  { tenantId }: Scope,
  added: number,
  most: number,
): Promise<boolean> {
  const bytes = raw`${fileTotals.bytes} + ${added}`;
  const counted = await tx
    .insert(fileTotals)
    .values({ tenantId, bytes: added })
    .onConflictDoUpdate({
      target: fileTotals.tenantId,
      set: { bytes },
      setWhere: raw`${bytes} <= ${most}`,
    })
    .returning();
  return counted.length > 0;
}

export async function removeFiles(tx: Sql, scope: Scope, ids: readonly string[]): Promise<void> {
  const removed = tx.select({ id: files.id }).from(files).where(withIds(scope, ids));
  await tx.delete(fileParts).where(inArray(fileParts.fileId, removed));
  const gone = await tx.delete(files).where(withIds(scope, ids)).returning({ size: files.size });
  const bytes = gone.reduce((sum, { size }) => sum + size, 0);
  const fewer = raw`${fileTotals.bytes} - ${bytes}`;
  await writeRows(tx, fileTotals, { bytes: fewer }).where(inTenant(fileTotals, scope));
}

const PART_BYTES = 1024 * 1024;

/** Stores the content of an inserted file. PGlite does not yield during a statement, so each statement carries one piece. */
export async function storeContent(tx: Sql, fileId: string, content: Uint8Array): Promise<void> {
  for (let number = 0; number * PART_BYTES < content.length; number += 1) {
    const start = number * PART_BYTES;
    const part = content.subarray(start, start + PART_BYTES);
    await setImmediate();
    await tx.insert(fileParts).values({ fileId, number, content: part });
  }
}

export async function readSignedFile(sql: Sql, id: string) {
  const [file] = await sql.select().from(files).where(eq(files.id, id));
  return file;
}

/**
 * Streams the content of a file. Reads a piece when the reader has taken the one before, so that it keeps one. Ends with the
 * reader.
 *
 * @param onError Called when the database fails.
 */
export function streamContent(
  sql: Sql,
  { id, size }: Pick<RowOf<typeof files>, 'id' | 'size'>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  let number = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        if (number * PART_BYTES >= size) return controller.close();
        try {
          const isNext = and(eq(fileParts.fileId, id), eq(fileParts.number, number));
          const [part] = await sql.select().from(fileParts).where(isNext);
          number += 1;
          if (part) return controller.enqueue(part.content);
          // A reset has removed the file.
          controller.error(new Error(`The file ${id} is gone.`));
        } catch (error) {
          onError(error);
          controller.error(error);
        }
      },
    },
    { highWaterMark: 0 },
  );
}

const withIds = (scope: Scope, ids: readonly string[]) =>
  and(inScope(files, scope), inArray(files.id, [...ids]));
