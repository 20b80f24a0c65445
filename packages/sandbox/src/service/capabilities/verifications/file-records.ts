import { and, eq, inArray, sql as raw } from 'drizzle-orm';
import { files } from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { integrationResource } from '../../http/resource.js';
import { inScope, type Scope } from '../../kernel/scope.js';

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

/** A file as an extractor knows it. */
export interface ReadableFile {
  readonly name: string;
  /** The SHA-256 of its bytes, hex. */
  readonly digest: string;
}

/** The files with some ids, in their order. Their bytes stay in the database. */
export async function readableFiles(
  sql: Sql,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly ReadableFile[]> {
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
