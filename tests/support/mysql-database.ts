import { createConnection } from 'mysql2/promise';
import { runPrefix } from './scratch-database.ts';
import { requireService } from './service.ts';

// Databases on the MariaDB server of this machine.

/** The server, as its administrator. */
export const MYSQL = { host: '127.0.0.1', port: 3306, user: 'root', password: '' };
const PREFIX = 'screening_scratch_';

/** A database that is dropped when it is not needed any more. */
export interface MysqlDatabase {
  readonly name: string;
  /** Runs a statement as the administrator of the server, in this database. Resolves with its rows. */
  readonly administer: (sql: string) => Promise<Readonly<Record<string, unknown>>[]>;
  drop(): Promise<void>;
}

/** Whether the server answers. @throws Error when it does not, and REQUIRE_SERVICES=1. */
export const isMysqlReachable = (): Promise<boolean> =>
  requireService(`MariaDB at ${MYSQL.host}:${MYSQL.port}`, async () => {
    const connection = await createConnection(MYSQL);
    await connection.end();
  });

/** Creates an empty database. The claim to its name lasts as long as the administrator's connection: a kill ends it. */
export async function createMysqlDatabase(): Promise<MysqlDatabase> {
  const name = `${runPrefix()}${crypto.randomUUID().slice(0, 18).replaceAll('-', '')}`;
  const connection = await createConnection({ ...MYSQL, multipleStatements: true });
  // The default of 151 is too few for the pools of tests that run side by side.
  await connection.query('SET GLOBAL max_connections = GREATEST(@@max_connections, 1000)');
  await connection.query(`DO GET_LOCK('${name}', 0); CREATE DATABASE ${name}; USE ${name}`);
  return {
    name,
    async administer(sql) {
      const [rows] = await connection.query(sql);
      return Array.isArray(rows) ? rows.flatMap((row) => ({ ...row })) : [];
    },
    async drop() {
      await connection.query(dropping(name));
      await connection.end();
    },
  };
}

/** Drops the leftover databases of ended processes. @returns how many of this run are still in use. */
export async function dropMysqlLeftovers(): Promise<number> {
  const connection = await createConnection({ ...MYSQL, multipleStatements: true });
  try {
    const [rows] = await connection.query(
      `SELECT schema_name AS name, IS_USED_LOCK(schema_name) IS NOT NULL AS used
         FROM information_schema.schemata WHERE schema_name LIKE '${PREFIX}%'`,
    );
    let inUse = 0;
    for (const { name, used } of Array.isArray(rows) ? rows.map((row) => Object(row)) : []) {
      if (!used) await connection.query(dropping(name));
      else if (name.startsWith(runPrefix())) inUse += 1;
    }
    return inUse;
  } finally {
    await connection.end();
  }
}

/** A database may have its own user, with the same name. */
function dropping(name: string): string {
  return `DROP DATABASE IF EXISTS ${name}; DROP USER IF EXISTS ${name}@'%'`;
}
