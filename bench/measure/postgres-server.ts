import { Client } from 'pg';

/** The server of the benchmarks: from `DATABASE_URL`, or the local one. */
export const postgresServer =
  process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** Why a measurement on PostgreSQL is skipped. */
export const noPostgres = `no PostgreSQL at ${new URL(postgresServer).host}`;

/** Whether the server can be used. */
export async function postgresAnswers(): Promise<boolean> {
  const client = new Client(postgresServer);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
