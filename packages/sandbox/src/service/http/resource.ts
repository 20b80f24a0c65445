import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Sql } from '../db/sql.js';
import {
  type Command,
  inScope,
  inTenant,
  type OwnedTable,
  ofOwner,
  type Scope,
  type ScopedCommand,
  type TenantTable,
} from '../kernel/command.js';
import { only, piecesOf } from '../kernel/lists.js';
import { updateEach, updateRows } from '../kernel/update-rows.js';
import type { ObjectKind } from '../limits/objects.js';
import { found } from './problem.js';
import { type States, type StateTable, transition } from './state-machine.js';

/** The most rows that one statement writes. On PGlite, nothing else runs in the meantime. */
const ROWS_OF_STATEMENT = 200;

export type ResourceTable = PgTable & { readonly id: PgColumn; readonly seq: PgColumn };

export type RowOf<Table extends ResourceTable> = Table['$inferSelect'];

/** The columns that a change cannot set. */
type Fixed = 'id' | 'seq' | 'tenantId' | 'createdAt' | 'updatedAt';

/** The columns of a change. Undefined columns stay as they are. */
type Changes<Row> = { readonly [Column in Exclude<keyof Row, Fixed>]?: Row[Column] | undefined };

type NewRow<Table extends ResourceTable> = Omit<
  Table['$inferInsert'],
  'tenantId' | 'createdAt' | 'updatedAt'
>;

/** A query for rows, without conditions so far. */
export interface RowsQuery<Row> extends PromiseLike<Row[]> {
  where(condition: SQL | undefined): RowsQuery<Row>;
  orderBy(...order: readonly SQL[]): RowsQuery<Row>;
  limit(most: number): RowsQuery<Row>;
  for(lock: 'update' | 'share', of: { readonly of: PgTable }): RowsQuery<Row>;
}

/** The objects of one kind, for callers who may see them: a lookup takes a scope. */
export interface Objects<Row> {
  readonly table: ResourceTable;
  /** A query for all of them, for the conditions of a list. */
  readonly query: (sql: Sql) => RowsQuery<Row>;
  /** The name of the column with the time of creation. */
  readonly created: CreationTime;
  /** The table, if its objects belong to integrations. */
  readonly owned: OwnedTable | undefined;
  /** The condition that an object exists. `undefined` if every row does. */
  readonly exists: SQL | undefined;
  /** The condition that a principal may see an object, by the columns that the index of its list begins with. */
  readonly listedWithin: (scope: Scope) => SQL | undefined;
  /** @throws Problem 404 when the principal has no such object. */
  readonly find: (sql: Sql, scope: Scope, id: string) => Promise<Row>;
  /** Like `find`, with `FOR UPDATE`: nobody else changes the object until the transaction ends. Objects of others are not locked. */
  readonly lock: (tx: Sql, scope: Scope, id: string) => Promise<Row>;
  /** Like `find`, with `FOR SHARE`: nobody changes the object until the transaction ends. */
  readonly share: (tx: Sql, scope: Scope, id: string) => Promise<Row>;
  /** Locks an object of any tenant, for the service itself. @throws Problem 404 when it is gone. */
  readonly lockForService: (tx: Sql, id: string) => Promise<Row>;
  /** Locks the objects of jobs, oldest first. Skips deleted ones: a job can outlive its object. */
  readonly lockByIds: (tx: Sql, ids: readonly string[]) => Promise<Row[]>;
  /**
   * Locks the objects of jobs, except those that another transaction holds.
   *
   * @returns the bytes of each object that exists, `undefined` if another transaction holds it.
   */
  readonly lockFree: (
    tx: Sql,
    ids: readonly string[],
  ) => Promise<ReadonlyMap<string, number | undefined>>;
  /** The objects that meet a condition, oldest first. */
  readonly select: (sql: Sql, scope: Scope, where: SQL | undefined) => Promise<Row[]>;
}

/** Objects, and how they are created and changed: a change takes a row that was found. */
export interface Resource<Table extends ResourceTable, Row extends RowOf<Table> = RowOf<Table>>
  extends Objects<Row> {
  readonly table: Table;
  /** Creates an object of the tenant. */
  readonly insert: (command: ScopedCommand, row: NewRow<Table>) => Promise<RowOf<Table>>;
  /** Creates objects, {@link ROWS_OF_STATEMENT} per statement. @returns them in their order. */
  readonly insertAll: (
    command: ScopedCommand,
    rows: readonly NewRow<Table>[],
  ) => Promise<RowOf<Table>[]>;
  /** Changes an object whose row is locked. @returns the row after it. */
  readonly save: <Locked extends { readonly id: string }>(
    command: Command,
    row: Locked,
    changes: Changes<RowOf<Table>>,
  ) => Promise<Locked & RowOf<Table>>;
  /** Changes locked rows, each in its own way, with one statement. Not for columns of bytes. @returns the changed rows, in order. */
  readonly saveAll: <Locked extends RowOf<Table> & { readonly id: string }>(
    command: Command,
    changed: readonly { readonly row: Locked; readonly changes: Changes<RowOf<Table>> }[],
  ) => Promise<(Locked & RowOf<Table>)[]>;
}

/** Excludes the columns of the state. */
type Without<Columns> = { readonly [Column in keyof Columns]?: never };

/** Objects with a state. Only an action of the table sets its columns. */
export interface Stateful<
  Table extends ResourceTable,
  Row extends RowOf<Table>,
  Status extends string,
  Columns,
  Action extends string,
> extends Omit<Resource<Table, Row>, 'save'> {
  readonly states: States<Row, Status, Columns, StateTable<Status, Action>>;
  /** Changes an object whose row is locked, but not its state. @returns the row after it. */
  readonly save: <Locked extends { readonly id: string }>(
    command: Command,
    row: Locked,
    changes: Changes<RowOf<Table>> & Without<Columns>,
  ) => Promise<Locked & RowOf<Table>>;
  /** Carries out an action on an object whose row is locked. @throws Problem 409 when its state forbids that. */
  readonly act: <Locked extends Row & { readonly id: string }>(
    command: Command,
    action: Action,
    row: Locked,
    changes: Changes<RowOf<Table>>,
  ) => Promise<Locked & RowOf<Table>>;
}

type CreationTime = 'createdAt' | 'created';

interface Presence {
  /** The condition that an object exists. Default: every row does. */
  readonly exists?: SQL;
  /** Default: `createdAt`. */
  readonly created?: CreationTime;
}

/** The objects that have one of these ids, by id. One query for all. */
export async function findByIds<Row extends { readonly id: string }>(
  { table, select }: Objects<Row>,
  sql: Sql,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Row>> {
  if (ids.length === 0) return new Map();
  const rows = await select(sql, scope, inArray(table.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}

interface ResourceOptions<Row> extends Presence {
  readonly within: (scope: Scope) => SQL | undefined;
  /** Default: `within`. */
  readonly listedWithin?: (scope: Scope) => SQL | undefined;
  readonly owned?: OwnedTable;
  /** The column by which an object is found. Default: its id. */
  readonly key?: PgColumn;
  /** The bytes of a row that callers have sent. Default: 0, because they are few. */
  readonly bytes?: SQL<number>;
  /** Default: the rows of the table. */
  readonly query?: (sql: Sql) => RowsQuery<Row>;
}

/** Objects that all integrations of a tenant share. */
export function tenantResource<Table extends ResourceTable & TenantTable>(
  table: Table,
  kind: ObjectKind,
): Resource<Table> {
  return resource(table, kind, { within: (scope) => inTenant(table, scope) });
}

/** Objects of an integration, which other integrations of the tenant do not see. */
export function integrationResource<Table extends ResourceTable & OwnedTable>(
  table: Table,
  kind: ObjectKind,
  presence: Presence = {},
): Resource<Table> {
  return resource(table, kind, { ...presence, ...ofIntegrations(table) });
}

function ofIntegrations(table: OwnedTable) {
  return {
    within: (scope: Scope) => inScope(table, scope),
    listedWithin: (scope: Scope) => ofOwner(table, scope),
    owned: table,
  };
}

/** Objects whose rows have columns of other tables too. @param query The rows of the table, with those columns. */
export function joinedResource<Table extends ResourceTable & OwnedTable, Row extends RowOf<Table>>(
  table: Table,
  kind: ObjectKind,
  query: (sql: Sql) => RowsQuery<Row>,
  bytes?: SQL<number>,
): Resource<Table, Row> {
  const size = bytes === undefined ? {} : { bytes };
  return resource(table, kind, { ...ofIntegrations(table), query, ...size });
}

export function resource<Table extends ResourceTable, Row extends RowOf<Table> = RowOf<Table>>(
  table: Table,
  kind: ObjectKind,
  {
    within,
    listedWithin = within,
    owned,
    exists,
    key = table.id,
    created = 'createdAt',
    bytes = sql<number>`0`,
    query: joined,
  }: ResourceOptions<Row>,
): Resource<Table, Row> {
  // Drizzle's types do not follow a table that is a type parameter. The types of `Resource` do.
  const untyped: PgTable = table;
  const query =
    joined ?? ((sql: Sql) => sql.select().from(untyped).$dynamic() as unknown as RowsQuery<Row>);
  const insertAll: Resource<Table>['insertAll'] = async (command, rows) => {
    const { tx, now, scope } = command;
    const touched = 'updatedAt' in table ? { updatedAt: now } : {};
    const fixed = { tenantId: scope.tenantId, createdAt: now, ...touched };
    const inserted: RowOf<Table>[] = [];
    for (const piece of piecesOf(rows, ROWS_OF_STATEMENT)) {
      const values = piece.map((row) => ({ ...row, ...fixed }));
      inserted.push(...(await tx.insert(untyped).values(values).returning()));
    }
    return inserted;
  };
  const byId = (sql: Sql, scope: Scope, id: string) =>
    query(sql).where(and(within(scope), exists, eq(key, id)));
  const locked = { of: untyped };
  const lockAny = (tx: Sql, ids: readonly string[]) =>
    query(tx)
      .where(inArray(table.id, [...ids]))
      .orderBy(asc(table.seq))
      .for('update', locked);
  return {
    table,
    query,
    created,
    owned,
    exists,
    listedWithin,
    find: async (sql, scope, id) => found(await byId(sql, scope, id), kind, id),
    lock: async (tx, scope, id) => found(await byId(tx, scope, id).for('update', locked), kind, id),
    share: async (tx, scope, id) => found(await byId(tx, scope, id).for('share', locked), kind, id),
    lockForService: async (tx, id) => found(await lockAny(tx, [id]), kind, id),
    lockByIds: async (tx, ids) => lockAny(tx, ids),
    async lockFree(tx, ids) {
      const { id, seq } = table;
      const some = inArray(id, [...ids]);
      const free = await tx
        .select({ id, bytes })
        .from(untyped)
        .where(some)
        .orderBy(asc(seq))
        .for('update', { skipLocked: true });
      const sizes = new Map<string, number | undefined>(
        free.map((row) => [String(row.id), row.bytes]),
      );
      if (sizes.size === ids.length) return sizes;
      for (const row of await tx.select({ id }).from(untyped).where(some)) {
        if (!sizes.has(String(row.id))) sizes.set(String(row.id), undefined);
      }
      return sizes;
    },
    select: async (sql, scope, where) =>
      query(sql)
        .where(and(within(scope), exists, where))
        .orderBy(asc(table.seq)),
    insert: async (command, row) => only(await insertAll(command, [row])),
    insertAll,
    async save({ tx, now }, row, changes) {
      const rows = await updateRows({ tx, now }, untyped, changes)
        .where(eq(table.id, row.id))
        .returning();
      return { ...row, ...found(rows, kind, row.id) };
    },
    saveAll: async (command, changed) => {
      if (changed.length === 0) return [];
      const saved = await updateEach(command, table, changed);
      const byId = new Map(saved.map((row) => [row['id'], row]));
      return changed.map(({ row }) => ({ ...row, ...byId.get(row.id) }));
    },
  };
}

export function withStates<
  Table extends ResourceTable,
  Row extends RowOf<Table>,
  Status extends string,
  Columns,
  Action extends string,
>(
  records: Resource<Table, Row>,
  states: States<NoInfer<Row>, Status, Columns, StateTable<Status, Action>>,
): Stateful<Table, Row, Status, Columns, Action> {
  return {
    ...records,
    states,
    act: (command, action, row, changes) =>
      records.save(command, row, transition(states, action, row, changes)),
  };
}
