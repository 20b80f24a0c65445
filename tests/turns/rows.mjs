// Makes many rows by SQL: the API would need a minute for ten thousand.

/**
 * Copies rows of a table.
 *
 * @param where Which, as SQL. `t` is the row.
 * @param set SQL by column, where `g` is the number of the copy. The id of a copy is the original's, and its number.
 */
export async function copyRows(service, table, where, count, set = {}) {
  const columns = await service.sql(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = '${table}' and is_identity = 'NO' and is_generated = 'NEVER' order by ordinal_position`,
  );
  const names = columns.map(({ name }) => name);
  const values = { ...(names.includes('id') ? { id: copied('id') } : {}), ...set };
  const list = names.map((name) => values[name] ?? `t."${name}"`).join(', ');
  await service.sql(
    `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')})
     select ${list} from "${table}" t cross join generate_series(1, ${count}) g where ${where}`,
  );
  await service.sql(`analyze "${table}"`);
}

/** The id that a copy has in a column. */
export const copied = (column) => `t."${column}" || '_' || g`;
