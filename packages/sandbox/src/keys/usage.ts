import { asc, desc, eq, sql as raw, sum } from 'drizzle-orm';
import { apiKeyUsage } from '../store/schema/index.js';
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

/** The requests with a key to an operation on a day. */
interface CountedUses {
  readonly keyId: string;
  /** UTC, such as 2026-01-31. */
  readonly day: string;
  readonly operationId: string;
  requests: number;
  errors: number;
  /** Virtual time of the last one. */
  last: Date;
}

/** Parts of a statement (`with`) that count requests. They do nothing for a key that a reset has removed meanwhile. */
export function countUses(sql: Sql, uses: readonly KeyUse[]) {
  const values = raw.join(
    counted(uses).map(
      ({ keyId, day, operationId, requests: many, errors: failed, last }) =>
        raw`(${keyId}::text, ${day}::date, ${operationId}::text, ${many}::int, ${failed}::int, ${last.toISOString()}::timestamptz)`,
    ),
    raw`, `,
  );
  const listed = sql
    .$with('uses', {})
    .as(
      raw`select * from (values ${values}) as rows (key_id, day, operation_id, requests, errors, last)`,
    );
  const used = sql.$with('used', {}).as(
    raw`update api_keys set last_used_at = latest.at
      from (select key_id, max(last) as at from uses group by key_id) as latest
      where api_keys.id = latest.key_id returning api_keys.id`,
  );
  const stored = sql.$with('counted', {}).as(
    raw`insert into api_key_usage (key_id, day, operation_id, requests, errors)
      select key_id, day, operation_id, requests, errors from uses
      where key_id in (select id from used)
      on conflict (key_id, day, operation_id) do update
      set requests = api_key_usage.requests + excluded.requests,
        errors = api_key_usage.errors + excluded.errors`,
  );
  return [listed, used, stored] as const;
}

function counted(uses: readonly KeyUse[]): readonly CountedUses[] {
  const rows = new Map<string, CountedUses>();
  for (const { keyId, operationId, status, now } of uses) {
    const day = now.toISOString().slice(0, 10);
    const name = `${keyId} ${day} ${operationId}`;
    const row = rows.get(name) ?? { keyId, day, operationId, requests: 0, errors: 0, last: now };
    row.requests += 1;
    if (status >= 400) row.errors += 1;
    if (row.last < now) row.last = now;
    rows.set(name, row);
  }
  // In one order, so that processes that count at the same time wait for each other in turn.
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
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
