import {
  and,
  type Column,
  eq,
  getTableColumns,
  gt,
  ilike,
  lt,
  or,
  sql as raw,
  type SQL,
} from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { integrations } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import { type OwnedTable, ofOwner, type Scope } from '../kernel/command.js';

/** The values of some columns. Undefined: any. */
type Wanted<Row> = { readonly [Name in keyof Row]?: Row[Name] | undefined };

/** The condition that columns have the wanted values. Undefined: there is none. */
export function matches<Table extends PgTable>(
  table: Table,
  wanted: Wanted<Table['$inferSelect']>,
): SQL | undefined {
  const columns: Readonly<Record<string, Column>> = getTableColumns(table);
  const conditions = Object.entries<unknown>(wanted).map(([name, value]) => {
    const column = columns[name];
    if (!column) throw new Error(`The table has no column ${name}.`);
    return value === undefined ? undefined : eq(column, value);
  });
  return and(...conditions);
}

/** The condition that a time is within the bounds of a filter, which are excluded. Undefined: there is none. */
export function isWithin(
  time: Column,
  filter: {
    readonly createdAfter?: string | undefined;
    readonly createdBefore?: string | undefined;
  },
): SQL | undefined {
  const { createdAfter: after, createdBefore: before } = filter;
  return and(
    after === undefined ? undefined : gt(time, new Date(after)),
    before === undefined ? undefined : lt(time, new Date(before)),
  );
}

/** A text of a row: a column, or made of some. */
export type SearchedText = Column | SQL;

/** The condition that one of some texts has a part, in any case. */
export function contains(texts: readonly SearchedText[], part: string): SQL | undefined {
  // No character of it is a wildcard.
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return or(...texts.map((text) => ilike(text, pattern)));
}

/**
 * The condition of lists that a caller may narrow to an integration. Nothing matches an integration that the caller may not see.
 *
 * @param requested Undefined: all that the caller may see.
 */
export async function ofIntegration(
  sql: Sql,
  table: OwnedTable,
  scope: Scope,
  requested: string | undefined,
): Promise<SQL> {
  if (requested === undefined || requested === scope.integrationId) return ofOwner(table, scope);
  if (scope.integrationId !== null) return raw`false`;
  const { tenantId } = scope;
  const found = await sql
    .select({ id: integrations.id })
    .from(integrations)
    .where(and(eq(integrations.tenantId, tenantId), eq(integrations.id, requested)));
  return found.length === 0 ? raw`false` : ofOwner(table, { tenantId, integrationId: requested });
}
