import { and, eq, inArray, isNull, sql as raw } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { integrationResource, type RowOf, withStates } from '../../http/resource.js';
import { transition } from '../../http/state-machine.js';
import { NOW } from '../../kernel/clock.js';
import type { Command } from '../../kernel/command.js';
import { updateRows } from '../../kernel/update-rows.js';
import { removeKeyIds } from '../integrations/index.js';
import { keyStates } from './states.js';

export const keyRecords = withStates(integrationResource(tables.apiKeys, 'API key'), keyStates);
export type KeyRow = RowOf<typeof tables.apiKeys>;

/** Reads the keys with some hashes, and their tenants and the time, which every request needs besides. */
export async function readKeys(sql: Sql, hashes: readonly string[]) {
  const { apiKeys, clock, tenants } = tables;
  const found = await sql
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
    .where(inArray(apiKeys.hash, [...hashes]));
  return new Map(found.map((each) => [each.row.hash, each]));
}

export async function revokeKeys(command: Command, tenantId: string): Promise<void> {
  const { apiKeys } = tables;
  await removeKeyIds(command.tx, tenantId);
  const revoked = { revokedAt: command.now };
  const changes = transition(keyStates, 'revoke', { revokedAt: null }, revoked);
  await updateRows(command, apiKeys, changes).where(
    and(eq(apiKeys.tenantId, tenantId), isNull(apiKeys.revokedAt)),
  );
}
