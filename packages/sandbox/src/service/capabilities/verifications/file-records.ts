import { and, eq, inArray } from 'drizzle-orm';
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

export async function removeFiles(tx: Sql, scope: Scope, ids: readonly string[]): Promise<void> {
  await tx.delete(files).where(withIds(scope, ids));
}

/** A file for the holder of its signed address. */
export async function readSignedFile(sql: Sql, id: string) {
  const [file] = await sql.select().from(files).where(eq(files.id, id));
  return file;
}

const withIds = (scope: Scope, ids: readonly string[]) =>
  and(inScope(files, scope), inArray(files.id, [...ids]));
