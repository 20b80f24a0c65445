import { and, asc, eq, sql as raw } from 'drizzle-orm';
import * as tables from '../../db/schema/index.js';
import type { Sql } from '../../db/sql.js';
import { invalidField } from '../../http/problem.js';
import { type RowOf, resource, withStates } from '../../http/resource.js';
import { archivedProblem } from '../../http/state-machine.js';
import { requireQuota } from '../../http/tenant-quota.js';
import { inScope, type Scope, type ScopedCommand } from '../../kernel/command.js';
import { freeSlug } from '../../kernel/free-slug.js';
import { writeRows } from '../../kernel/update-rows.js';
import { limits } from '../../limits/limits.js';
import { integrationStates } from './states.js';

const { id, tenantId } = tables.integrations;

/** A key of an integration sees only that integration. */
export const integrationRecords = withStates(
  resource(tables.integrations, 'integration', {
    within: (scope) => inScope({ tenantId, integrationId: id }, scope),
  }),
  integrationStates,
);
export type IntegrationRow = RowOf<typeof tables.integrations>;
const boundedIntegrations = {
  limit: 'activeIntegrations',
  table: tables.integrations,
  counts: eq(tables.integrations.status, 'active'),
  what: 'integration',
  noun: 'integrations that are not archived',
  cure: 'Archive one first.',
} as const;

/** Adds a key to the list of its integration, without changing `updatedAt`. */
export async function addKeyId(tx: Sql, integrationId: string, keyId: string): Promise<void> {
  const { keyIds } = tables.integrations;
  const from = raw`greatest(cardinality(${keyIds}) + 2 - ${limits.integrationKeys.most}::int, 1)`;
  const newest = raw`(array_append(${keyIds}, ${keyId}))[${from}:]`;
  await writeRows(tx, tables.integrations, { keyIds: newest }).where(eq(id, integrationId));
}

export async function removeKeyId(tx: Sql, integrationId: string, keyId: string): Promise<void> {
  const others = raw`array_remove(${tables.integrations.keyIds}, ${keyId})`;
  await writeRows(tx, tables.integrations, { keyIds: others }).where(eq(id, integrationId));
}

export async function removeKeyIds(tx: Sql, ofTenant: string): Promise<void> {
  await writeRows(tx, tables.integrations, { keyIds: [] }).where(eq(tenantId, ofTenant));
}

/**
 * Selects the default integration: the integration of the key, or otherwise the oldest active one of the tenant. The endpoint of
 * `--forward-to` belongs to the default of the account. Selects no row if none is active.
 */
export function selectDefaultIntegration(sql: Sql, scope: Scope) {
  return sql
    .select()
    .from(tables.integrations)
    .where(and(integrationRecords.listedWithin(scope), eq(tables.integrations.status, 'active')))
    .orderBy(asc(tables.integrations.seq))
    .limit(1);
}

/** Returns the named integration, that of the key, or the default. It cannot be archived until the transaction ends. */
export async function shareChosenIntegration(
  tx: Sql,
  scope: Scope,
  named: string | undefined,
): Promise<IntegrationRow | undefined> {
  const wanted = named ?? scope.integrationId;
  const chosen =
    wanted === null
      ? selectDefaultIntegration(tx, scope)
      : tx
          .select()
          .from(tables.integrations)
          .where(and(integrationRecords.listedWithin(scope), eq(id, wanted)));
  const [integration] = await chosen.for('share');
  return integration;
}

/**
 * Returns the integration for which an object is created: the requested one, or otherwise the integration of the key.
 *
 * @throws Problem when neither names one, or the caller may not use it.
 */
export async function requireIntegration(
  sql: Sql,
  scope: Scope,
  requested: string | undefined,
): Promise<string> {
  const wanted = requested ?? scope.integrationId;
  if (wanted === null) {
    const facts = { because: 'key_without_integration' } as const;
    throw invalidField('integrationId', { code: 'required', facts });
  }
  // The lock keeps it from being archived before the object exists.
  const integration = await integrationRecords.share(sql, scope, wanted);
  if (integration.status === 'archived') throw archivedProblem('integration');
  return integration.id;
}

/** @throws Problem 409 when the tenant has too many integrations. */
export async function createIntegration(
  command: ScopedCommand,
  name: string,
): Promise<IntegrationRow> {
  const { tx, scope, nextId } = command;
  await requireQuota(command, boundedIntegrations);
  return integrationRecords.insert(command, {
    id: await nextId('int'),
    name,
    slug: await freeSlug(tx, { table: integrationRecords.table, scope }, name, 'integration'),
    status: 'active',
  });
}
