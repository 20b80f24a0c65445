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
import { z } from 'zod';
import { integrations } from '../db/schema/index.js';
import type { Sql } from '../db/sql.js';
import { type OwnedTable, ofOwner, type Scope } from '../kernel/command.js';
import { text } from '../limits/bounded.js';
import {
  type InputShape,
  type ReadContext,
  type ReadOperation,
  type Row as RouteRow,
  readOperation,
} from './operation.js';
import { listOf, type Position, pageQuery, readPage } from './paging.js';
import type { Objects } from './resource.js';
import { Instant, type WireOf } from './wire.js';

export type Shape = Readonly<Record<string, z.ZodType>>;

/** The parameters that were sent. */
export type Sent<Parameters extends Shape> = {
  readonly [Name in keyof Parameters]?: z.output<Parameters[Name]> | undefined;
};

const timeBounds = { createdAfter: Instant, createdBefore: Instant };

/** The parent of the objects of a list. Its id is in the path. */
interface Parent {
  readonly of: Pick<Objects<object>, 'find'>;
  /** The column of the list's table that has its id. */
  readonly column: string;
}

/** The texts of an object that can be searched. */
interface Search {
  readonly texts: readonly SearchedText[];
  /** The texts in words, such as `the name`. */
  readonly of: string;
}

/** A list as it is declared. */
export interface ListRow<
  Row extends object,
  Item extends z.ZodType,
  Filters extends Shape,
  Views extends Shape,
> extends Pick<
    RouteRow<InputShape, z.ZodType>,
    'id' | 'path' | 'summary' | 'lifecycle' | 'partner' | 'readsRequestLog' | 'shown' | 'refuses'
  > {
  readonly of: Objects<Row>;
  /** With an id in the OpenAPI document, after which the list is named: `Package`, `PackageList`. */
  readonly item: Item;
  readonly parent?: Parent;
  /** Query parameters that choose objects, by the columns of their names. */
  readonly filters?: Filters;
  /** The filters that are not a comparison with a column. */
  readonly ownFilters?: readonly (keyof Filters)[];
  /** The condition of these filters. */
  readonly where?: (sent: Sent<Filters>, scope: Scope, sql: Sql) => SQL | undefined;
  /** The texts that the parameter `q` searches. Absent if the list has no `q`. */
  readonly search?: Search;
  /** The condition that the caller may see an object. Default: the condition of the resource. */
  readonly within?: (sent: Sent<Filters>, scope: Scope, sql: Sql) => SQL | undefined;
  /** A column of numbers that orders the list, ascending. Default: the time of creation, descending. */
  readonly upBy?: string;
  /** Query parameters that choose what is shown of each object. */
  readonly views?: Views;
  readonly toWire: (
    rows: readonly Row[],
    context: ReadContext,
    views: Sent<Views>,
  ) => Promise<readonly WireOf<Item>[]> | readonly WireOf<Item>[];
}

/**
 * Makes a list of the objects of a resource that the caller may see, newest first by default, with the filters `createdAfter` and
 * `createdBefore`. If its objects belong to integrations, it can have the filter `integrationId`.
 *
 * @throws Error for a filter that names no column and is not in `ownFilters`.
 */
export function listOperation<
  Row extends object,
  Item extends z.ZodType,
  const Filters extends Shape = Record<never, never>,
  const Views extends Shape = Record<never, never>,
>({
  of: { table, created, listedWithin, owned, exists, query: rowsOf },
  item,
  parent,
  filters,
  ownFilters = [],
  where: whereOwn,
  search,
  within,
  upBy,
  views,
  toWire,
  ...described
}: ListRow<Row, Item, Filters, Views>): Omit<ReadOperation, 'tag'> {
  const untyped: PgTable = table;
  const columns: Readonly<Record<string, Column>> = getTableColumns(untyped);
  const columnOf = (name: string): Column => {
    const column = columns[name];
    if (!column) throw new Error(`${described.id}: no column is called ${name}.`);
    return column;
  };
  const byTime = upBy === undefined ? timeBounds : {};
  const searching: Shape = search
    ? {
        q: text('search')
          .min(1)
          .describe(`Part of ${search.of}. Upper and lower case are the same.`),
      }
    : {};
  const choosing = z.object<Shape>({ ...filters, ...byTime, ...searching }).partial().shape;
  const byColumn = Object.keys(filters ?? {}).filter(
    (one) => one !== 'integrationId' && !ownFilters.includes(one),
  );
  for (const one of byColumn) columnOf(one);
  const order =
    upBy === undefined
      ? { number: table.seq, time: columnOf(created) }
      : { number: columnOf(upBy), time: undefined };
  const positionOf = (row: object): Position => {
    const number: unknown = Reflect.get(row, upBy ?? 'seq');
    const time: unknown = upBy === undefined ? Reflect.get(row, created) : undefined;
    if (typeof number === 'number' && (time === undefined || time instanceof Date)) {
      return { number, time };
    }
    throw new Error(`${described.id}: a row has no place in the list.`);
  };

  async function withinOwner(sql: Sql, scope: Scope, filter: Record<string, unknown>) {
    const { id, integrationId } = filter;
    if (parent && typeof id === 'string') {
      await parent.of.find(sql, scope, id);
      return eq(columnOf(parent.column), id);
    }
    // The schema of the query is made of the filters, and so are the types.
    if (within) return within(filter as Sent<Filters>, scope, sql);
    return owned && typeof integrationId === 'string'
      ? ofIntegration(sql, owned, scope, integrationId)
      : listedWithin(scope);
  }

  const query = z.strictObject({
    ...pageQuery,
    ...choosing,
    ...z.object<Shape>(views ?? {}).partial().shape,
  });
  const input: InputShape = parent ? { params: z.object({ id: text('id') }), query } : { query };
  return readOperation({
    ...described,
    input,
    returns: listOf(item).meta({ id: `${item.meta()?.id}List` }),
    async handle(given, context) {
      const { params, query: sent = {} } = given as Given;
      const { sql, scope } = context;
      const filter = { ...params, ...pick(sent, Object.keys(choosing)) };
      const where = and(
        await withinOwner(sql, scope, filter),
        exists,
        matches(untyped, pick(filter, byColumn)),
        whereOwn?.(filter as Sent<Filters>, scope, sql),
        order.time && isWithin(order.time, filter),
        search && typeof filter['q'] === 'string' ? contains(search.texts, filter['q']) : undefined,
      );
      return readPage({
        rows: rowsOf(sql),
        order,
        where,
        filter,
        query: sent as z.output<typeof query>,
        positionOf,
        toWire: async (rows) => toWire(rows, context, sent as Sent<Views>),
      });
    },
  });
}

interface Given {
  readonly params?: object | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

function pick(all: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(names.map((one) => [one, all[one]]));
}

/** The values of some columns. `undefined` matches any. */
type Wanted<Row> = { readonly [Name in keyof Row]?: Row[Name] | undefined };

/** The condition that columns have the wanted values. `undefined` if none is wanted. */
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

/** The condition that a time is within the bounds of a filter, which are excluded. `undefined` without bounds. */
function isWithin(
  time: Column,
  { createdAfter: after, createdBefore: before }: Sent<typeof timeBounds>,
): SQL | undefined {
  return and(
    after === undefined ? undefined : gt(time, new Date(after)),
    before === undefined ? undefined : lt(time, new Date(before)),
  );
}

/** A text of a row: a column, or an expression of several. */
type SearchedText = Column | SQL;

/** The condition that one of several texts contains a part, ignoring case. */
function contains(texts: readonly SearchedText[], part: string): SQL | undefined {
  // No character of the part is a wildcard.
  const pattern = `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return or(...texts.map((text) => ilike(text, pattern)));
}

/** The condition of a list of an integration. Nothing matches an integration that the caller may not see. */
async function ofIntegration(
  sql: Sql,
  table: OwnedTable,
  scope: Scope,
  requested: string,
): Promise<SQL> {
  if (requested === scope.integrationId) return ofOwner(table, scope);
  if (scope.integrationId !== null) return raw`false`;
  const { tenantId } = scope;
  const found = await sql
    .select({ id: integrations.id })
    .from(integrations)
    .where(and(eq(integrations.tenantId, tenantId), eq(integrations.id, requested)));
  return found.length === 0 ? raw`false` : ofOwner(table, { tenantId, integrationId: requested });
}
