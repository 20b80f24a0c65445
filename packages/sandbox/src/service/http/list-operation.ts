import { and, type Column, getTableColumns, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Scope } from '../kernel/scope.js';
import { isWithin, matches } from './filter.js';
import { Instant } from './instant.js';
import { ofIntegration } from './of-integration.js';
import { type ReadContext, type ReadOperation, readOperation } from './operation.js';
import { listOf, type Position, pageQuery, pageRange, pageTogether, rowsIn } from './paging.js';
import type { Resource, ResourceTable, RowOf } from './resource.js';

type Shape = Readonly<Record<string, z.ZodType>>;

/** The parameters that were sent. */
type Sent<Parameters extends Shape> = {
  readonly [Name in keyof Parameters]?: z.output<Parameters[Name]> | undefined;
};

/** A list as it is declared. */
interface ListRow<
  Table extends ResourceTable,
  Item extends z.ZodType,
  Filters extends Shape,
  Views extends Shape,
> extends Pick<ReadOperation, 'id' | 'path' | 'summary' | 'partner' | 'readsRequestLog'> {
  readonly of: Resource<Table>;
  readonly item: Item;
  /** The name of the list's schema in the OpenAPI document. */
  readonly name: `${string}List`;
  /** Query parameters that choose objects, by the columns of their names. */
  readonly filters?: Filters;
  /** The filters for which a comparison with the column does not do. */
  readonly ownFilters?: readonly (keyof Filters)[];
  /** The condition of those. */
  readonly where?: (sent: Sent<Filters>, scope: Scope) => SQL | undefined;
  /** Query parameters that choose what is shown of each object. */
  readonly views?: Views;
  readonly toWire: (
    rows: readonly RowOf<Table>[],
    context: ReadContext,
    views: Sent<Views>,
  ) => Promise<readonly z.input<Item>[]> | readonly z.input<Item>[];
}

/**
 * A list of those objects of a resource that the caller may see, newest first. Each has `createdAfter` and `createdBefore`. One whose
 * objects belong to integrations can have the filter `integrationId`.
 *
 * @throws Error for a filter that names no column and is not in `ownFilters`.
 */
export function listOperation<
  Table extends ResourceTable,
  Item extends z.ZodType,
  const Filters extends Shape = Record<never, never>,
  const Views extends Shape = Record<never, never>,
>({
  of: { table, created, listedWithin, owned, exists },
  item,
  name,
  filters,
  ownFilters = [],
  where: whereOwn,
  views,
  toWire,
  ...described
}: ListRow<Table, Item, Filters, Views>): Omit<ReadOperation, 'tag'> {
  const untyped: PgTable = table;
  const chosenBy = z.object<Shape>(filters ?? {}).partial().shape;
  const byColumn = Object.keys(chosenBy).filter(
    (one) => one !== 'integrationId' && !ownFilters.includes(one),
  );
  const columns: Readonly<Record<string, Column>> = getTableColumns<PgTable>(table);
  const createdColumn = columns[created];
  if (!createdColumn) throw new Error(`${described.id}: no column is called ${created}.`);
  const unknown = byColumn.find((one) => !(one in columns));
  if (unknown !== undefined) throw new Error(`${described.id}: no column is called ${unknown}.`);
  const positionOf = (row: object): Position => {
    const [seq, at]: readonly unknown[] = [Reflect.get(row, 'seq'), Reflect.get(row, created)];
    if (typeof seq === 'number' && at instanceof Date) return { seq, created: at };
    throw new Error(`${described.id}: a row has no place in the list.`);
  };
  return readOperation({
    ...described,
    input: {
      query: z.strictObject({
        ...pageQuery,
        ...chosenBy,
        createdAfter: Instant.optional(),
        createdBefore: Instant.optional(),
        ...z.object<Shape>(views ?? {}).partial().shape,
      }),
    },
    returns: listOf(item).meta({ id: name }),
    async handle({ query }, context) {
      const { sql, scope } = context;
      const sent: Readonly<Record<string, unknown>> = query;
      const filter: Readonly<Record<string, unknown>> = pick(sent, [
        ...Object.keys(chosenBy),
        'createdAfter',
        'createdBefore',
      ]);
      const { integrationId } = filter;
      const range = pageRange(table.seq, query, filter, createdColumn);
      const where = and(
        owned && typeof integrationId === 'string'
          ? await ofIntegration(sql, owned, scope, integrationId)
          : listedWithin(scope),
        exists,
        matches(untyped, pick(filter, byColumn)),
        // The schema of the query is made of the filters, and so are the types.
        whereOwn?.(filter as Sent<Filters>, scope),
        isWithin(createdColumn, query),
      );
      const rows: readonly RowOf<Table>[] = await rowsIn(
        sql.select().from(untyped).$dynamic(),
        range,
        where,
      );
      return pageTogether(rows, positionOf, query, filter, async (shown) =>
        toWire(shown, context, sent as Sent<Views>),
      );
    },
  });
}

function pick(all: Readonly<Record<string, unknown>>, names: readonly string[]) {
  return Object.fromEntries(names.map((one) => [one, all[one]]));
}
