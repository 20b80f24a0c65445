import { Pool } from 'pg';
import { describe } from 'vitest';

export const ADMIN = { host: '127.0.0.1', port: 5432, user: 'postgres', database: 'postgres' };

async function isReachable(): Promise<boolean> {
  const pool = new Pool({ ...ADMIN, max: 1, connectionTimeoutMillis: 30_000 });
  try {
    await pool.query('SELECT 1');
    return true;
  } catch (error) {
    if (process.env['REQUIRE_SERVICES'] === '1') {
      throw new Error('REQUIRE_SERVICES=1, but PostgreSQL does not answer at 127.0.0.1:5432.', {
        cause: error,
      });
    }
    return false;
  } finally {
    await pool.end();
  }
}

/** `describe` for tests that need a PostgreSQL server. Skipped if no server answers, unless REQUIRE_SERVICES=1. */
export const describeOnServer = describe.skipIf(!(await isReachable()));
