import { createConnection } from 'mysql2/promise';

/** The MySQL or MariaDB of the benchmarks: from `MYSQL_URL`, or the local one. */
export const mysqlServer = process.env['MYSQL_URL'] ?? 'mysql://root@127.0.0.1:3306';

/** Why a measurement on it is skipped. */
export const noMysql = `no MySQL or MariaDB at ${new URL(mysqlServer).host}`;

/** Whether the server can be used. */
export async function mysqlAnswers(): Promise<boolean> {
  try {
    const connection = await createConnection(mysqlServer);
    await connection.end();
    return true;
  } catch {
    return false;
  }
}
