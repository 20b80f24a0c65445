import { and, asc, desc, eq, inArray, isNull, sql as raw, type SQL, sum } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import { apiKeyUsage } from '../../db/schema/index.js';
import { prepareOnce, type Sql } from '../../db/sql.js';
import { integrationResource, type RowOf, withStates } from '../../http/resource.js';
import { transition } from '../../http/state-machine.js';
import { NOW } from '../../kernel/clock.js';
import type { Command } from '../../kernel/command.js';
import { updateRows } from '../../kernel/update-rows.js';
import { limits } from '../../limits/limits.js';
import { removeKeyIds } from '../integrations/index.js';
import { keyStates } from './states.js';

export const keyRecords = withStates(integrationResource(tables.apiKeys, 'API key'), keyStates);
export type KeyRow = RowOf<typeof tables.apiKeys>;

/** Reads the keys with some hashes, and their tenants and the time, which every request needs besides. */
export async function readKeys(sql: Sql, hashes: readonly string[]) {
  const found = await selectKeys(sql).execute({ hashes: JSON.stringify(hashes) });
  return new Map(found.map((each) => [each.row.hash, each]));
}

const selectKeys = prepareOnce((sql) => {
  const { apiKeys, clock, tenants } = tables;
  const hashes = raw`(select jsonb_array_elements_text(${raw.placeholder('hashes')}::jsonb))`;
  return sql
    .select({
      row: apiKeys,
      tenant: { status: tenants.status, partner: tenants.partner },
      frozen: clock.frozen,
      now: raw`floor(extract(epoch from ${raw.raw(NOW)}) * 1000)`.mapWith(
        (ms) => new Date(Number(ms)),
      ),
    })
    .from(apiKeys)
    .innerJoin(tenants, eq(tenants.id, apiKeys.tenantId))
    .crossJoin(clock)
    .where(inArray(apiKeys.hash, hashes))
    .prepare('read_keys');
});

export async function revokeKeys(command: Command, tenantId: string): Promise<void> {
  const { apiKeys } = tables;
  await removeKeyIds(command.tx, tenantId);
  const revoked = { revokedAt: command.now };
  const changes = transition(keyStates, 'revoke', { revokedAt: null }, revoked);
  await updateRows(command, apiKeys, changes).where(
    and(eq(apiKeys.tenantId, tenantId), isNull(apiKeys.revokedAt)),
  );
}

interface KeyUse {
  readonly keyId: string;
  readonly operationId: string;
  readonly status: number;
  readonly createdAt: Date;
}

const requests = sum(apiKeyUsage.requests).mapWith(Number);
const errors = sum(apiKeyUsage.errors).mapWith(Number);

interface CountedUses {
  readonly keyId: string;
  /** UTC, such as 2026-01-31. */
  readonly day: string;
  readonly operationId: string;
  requests: number;
  errors: number;
}

/**
 * The part of a statement after `with` that counts requests. It does nothing for a key that a reset has removed meanwhile. Its text
 * differs with the number of keys only.
 */
export function countUses(uses: readonly KeyUse[]): SQL {
  const rows = counted(uses);
  const latest = latestUses(uses);
  // Each key by the index on its id: for a list of ids, the planner may read the whole table, or all former versions of the rows.
  const used = latest.map(
    ([keyId, last], index) => raw`${raw.raw(`used_${index}`)} as (
      update api_keys set last_used_at = ${last.toISOString()}::timestamptz,
        requests = requests + ${total(rows, keyId, 'requests')}::int,
        errors = errors + ${total(rows, keyId, 'errors')}::int
      where id = ${keyId} returning id)`,
  );
  const present = latest.map((_, index) => raw.raw(`select id from used_${index}`));
  return raw`${raw.join(used, raw`, `)}, counted as (
    insert into api_key_usage (key_id, day, operation_id, requests, errors)
    select "keyId", day, "operationId", requests, errors
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as uses("keyId" text, day date, "operationId" text, requests int, errors int)
    where "keyId" in (${raw.join(present, raw` union all `)})
    on conflict (key_id, day, operation_id) do update
    set requests = api_key_usage.requests + excluded.requests,
      errors = api_key_usage.errors + excluded.errors)`;
}

/** The virtual time of the last use of each key, in the order of the keys. */
function latestUses(uses: readonly KeyUse[]): readonly (readonly [keyId: string, last: Date])[] {
  const latest = new Map<string, Date>();
  for (const { keyId, createdAt } of uses) {
    const known = latest.get(keyId);
    if (!known || known < createdAt) latest.set(keyId, createdAt);
  }
  return inOneOrder(latest);
}

function counted(uses: readonly KeyUse[]): readonly CountedUses[] {
  const rows = new Map<string, CountedUses>();
  for (const { keyId, operationId, status, createdAt } of uses) {
    const day = createdAt.toISOString().slice(0, 10);
    const name = `${keyId} ${day} ${operationId}`;
    const row = rows.get(name) ?? { keyId, day, operationId, requests: 0, errors: 0 };
    row.requests += 1;
    if (status >= 400) row.errors += 1;
    rows.set(name, row);
  }
  return inOneOrder(rows).map(([, row]) => row);
}

function total(uses: readonly CountedUses[], keyId: string, what: 'requests' | 'errors'): number {
  return uses.reduce((sum, use) => (use.keyId === keyId ? sum + use[what] : sum), 0);
}

/** The entries by their keys, so that processes that count at the same time wait for each other in turn. */
function inOneOrder<Value>(entries: ReadonlyMap<string, Value>): [string, Value][] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The requests with a key: all of them, by the last days of virtual time (UTC), and by operation. */
export async function readUsage(sql: Sql, keyId: string) {
  const { day: date, operationId } = apiKeyUsage;
  const ofKey = eq(apiKeyUsage.keyId, keyId);
  const byDay = await sql
    .select({ date, requests, errors })
    .from(apiKeyUsage)
    .where(ofKey)
    .groupBy(date)
    .orderBy(desc(date))
    .limit(limits.usageDays.most);
  const byRoute = await sql
    .select({ operationId, requests, errors })
    .from(apiKeyUsage)
    .where(ofKey)
    .groupBy(operationId)
    .orderBy(desc(requests), asc(operationId));
  const totalRequests = byRoute.reduce((total, route) => total + route.requests, 0);
  return { totalRequests, byDay: byDay.reverse(), byRoute };
}
