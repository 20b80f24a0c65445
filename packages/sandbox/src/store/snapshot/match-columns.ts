import type { Column } from './columns.js';

/** What a snapshot has for a table. */
export interface TableCopy {
  /** The table's name now. */
  readonly table: string;
  /** Its name in the snapshot. Undefined: the snapshot is older than the table. */
  readonly saved: string | undefined;
  /** The columns that both have: the name now, and the name in the snapshot. */
  readonly columns: readonly (readonly [now: string, saved: string])[];
}

/**
 * Finds the tables of a snapshot, which may be older than the last migration, in the tables of now. Names decide. What has
 * no name in common is the same under another name if its number is the same.
 */
export function matchColumns(now: readonly Column[], saved: readonly Column[]): TableCopy[] {
  const then = byTable(saved);
  const current = byTable(now);
  return [...current].map(([table, columns]) => {
    const relation = columns[0]?.relation;
    const renamed = saved.find((each) => each.relation === relation && !current.has(each.table));
    const source = then.has(table) ? table : renamed?.table;
    const candidates = source === undefined ? [] : (then.get(source) ?? []);
    return { table, saved: source, columns: pairs(columns, candidates) };
  });
}

function pairs(now: readonly Column[], saved: readonly Column[]): [string, string][] {
  const names = new Set(now.map(({ name }) => name));
  return now.flatMap((column): [string, string][] => {
    const same =
      saved.find(({ name }) => name === column.name) ??
      saved.find(
        ({ name, number, type }) =>
          !names.has(name) && number === column.number && type === column.type,
      );
    return same ? [[column.name, same.name]] : [];
  });
}

function byTable(columns: readonly Column[]): Map<string, Column[]> {
  const tables = new Map<string, Column[]>();
  for (const column of columns) {
    tables.set(column.table, [...(tables.get(column.table) ?? []), column]);
  }
  return tables;
}
