import { lt, sql } from 'drizzle-orm';
import { loginSessions } from '../db/schema/login.js';
import type { Sql } from '../db/sql.js';
import { SESSION_SECONDS } from './session-cookie.js';
import { hashToken, newToken } from './token.js';

/** Signs in to an account. @returns the token of the session. */
export async function openSession(tx: Sql, tenantId: string): Promise<string> {
  const token = newToken();
  await tx.delete(loginSessions).where(lt(loginSessions.expiresAt, sql`clock_timestamp()`));
  await tx.insert(loginSessions).values({
    hash: hashToken(token),
    tenantId,
    actingTenantId: null,
    expiresAt: sql`clock_timestamp() + make_interval(secs => ${SESSION_SECONDS})`,
  });
  return token;
}
