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

export const keyRecords = withStates(integrationResource(tables.apiKeys, 'api_key'), keyStates);
export type KeyRow = RowOf<typeof tables.apiKeys>;
export const boundedKeys = {
  limit: 'liveKeys',
  table: tables.apiKeys,
  counts: isNull(tables.apiKeys.revokedAt),
  what: 'api_key',
  noun: 'API keys that are not revoked',
  cure: 'Revoke one first.',
} as const;

/** Reads keys by their hashes, with their tenants and the time, which every request needs too. */
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

const requests = sum(apiKeyUsage.requests).mapWith(Number);
const errors = sum(apiKeyUsage.errors).mapWith(Number);

/**
 * The parts of a statement that count the requests in its part `logged`, the new rows of the log. Counts nothing for a key that a
 * reset has removed meanwhile.
 *
 * @param keyIds The keys of those requests.
 */
export function countUses(keyIds: readonly string[]): SQL {
  // In a fixed order, so that processes that count at the same time wait in turn. Each key by the index on its id: for a list of
  // ids, the planner may read the whole table, or all former row versions.
  const used = keyIds.toSorted().map(
    (keyId, index) => raw`${raw.raw(`used_${index}`)} as (
      update api_keys set last_used_at = uses.last, requests = api_keys.requests + uses.many,
        errors = api_keys.errors + uses.failed
      from (select max(created_at) as last, count(*) as many, count(*) filter (where status >= 400) as failed
        from logged where key_id = ${keyId}) as uses
      where id = ${keyId} returning id)`,
  );
  const present = used.map((_, index) => raw.raw(`select id from used_${index}`));
  return raw`${raw.join(used, raw`, `)}, counted as (
    insert into api_key_usage (key_id, day, operation_id, requests, errors)
    select key_id, (created_at at time zone 'UTC')::date, operation_id, count(*), count(*) filter (where status >= 400)
    from logged where key_id in (${raw.join(present, raw` union all `)})
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (key_id, day, operation_id) do update
    set requests = api_key_usage.requests + excluded.requests,
      errors = api_key_usage.errors + excluded.errors)`;
}

/** The requests with a key: in total, by day for the last days of virtual time (UTC), and by operation. */
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
