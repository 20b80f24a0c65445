import { asc, desc, eq, sql as raw, sum } from 'drizzle-orm';
import { apiKeys, apiKeyUsage } from '../store/schema/index.js';
import type { Sql } from '../store/sql.js';

/** A request that was made with a key. */
interface KeyUse {
  readonly keyId: string;
  readonly operationId: string;
  /** Of the answer. */
  readonly status: number;
  /** Virtual time. */
  readonly now: Date;
}

const requests = sum(apiKeyUsage.requests).mapWith(Number);
const errors = sum(apiKeyUsage.errors).mapWith(Number);

/** Parts of a statement (`with`) that count a request. They do nothing when a reset has removed the key meanwhile. */
export function countUse(sql: Sql, { keyId, operationId, status, now }: KeyUse) {
  const used = sql
    .$with('used')
    .as(
      sql
        .update(apiKeys)
        .set({ lastUsedAt: now })
        .where(eq(apiKeys.id, keyId))
        .returning({ id: apiKeys.id }),
    );
  const day = now.toISOString().slice(0, 10);
  const failed = status >= 400 ? 1 : 0;
  const counted = sql.$with('counted').as(
    sql
      .insert(apiKeyUsage)
      .select((query) =>
        query
          .select({
            keyId: used.id,
            day: raw<string>`${day}::date`.as('day'),
            operationId: raw<string>`${operationId}::text`.as('operation_id'),
            requests: raw<number>`1`.as('requests'),
            errors: raw<number>`${failed}::int`.as('errors'),
          })
          .from(used),
      )
      .onConflictDoUpdate({
        target: [apiKeyUsage.keyId, apiKeyUsage.day, apiKeyUsage.operationId],
        set: {
          requests: raw`${apiKeyUsage.requests} + 1`,
          errors: raw`${apiKeyUsage.errors} + ${failed}`,
        },
      })
      .returning({ keyId: apiKeyUsage.keyId }),
  );
  return [used, counted] as const;
}

/** The requests with a key: all of them, by day of virtual time (UTC), and by operation. */
export async function readUsage(sql: Sql, keyId: string) {
  const { day: date, operationId } = apiKeyUsage;
  const ofKey = eq(apiKeyUsage.keyId, keyId);
  const byDay = await sql
    .select({ date, requests, errors })
    .from(apiKeyUsage)
    .where(ofKey)
    .groupBy(date)
    .orderBy(asc(date));
  const byRoute = await sql
    .select({ operationId, requests, errors })
    .from(apiKeyUsage)
    .where(ofKey)
    .groupBy(operationId)
    .orderBy(desc(requests), asc(operationId));
  const totalRequests = byRoute.reduce((total, route) => total + route.requests, 0);
  return { totalRequests, byDay, byRoute };
}
