import type { Sql } from './sql.js';

/**
 * A statement that is run again and again. Each connection to PostgreSQL builds and parses it once; on PGlite, each transaction builds
 * it anew. Only its placeholders differ from run to run, so its text must not grow with the number of rows.
 *
 * @param build Ends with `.prepare(name)`. No other statement has that name.
 */
export function prepareOnce<Statement extends object>(
  build: (sql: Sql) => Statement,
): (sql: Sql) => Statement {
  const prepared = new WeakMap<Sql, Statement>();
  return (sql) => {
    const known = prepared.get(sql);
    if (known) return known;
    const made = build(sql);
    prepared.set(sql, made);
    return made;
  };
}
