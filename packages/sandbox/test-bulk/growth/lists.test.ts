import { beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../../src/service/operations.js';
import { addKey } from '../../test/support/keys.js';
import { describeWithPostgres } from '../../test/support/scratch-postgres.js';
import { filled, largeTables } from './support/fill.js';
import { filledService } from './support/filled-service.js';
import { isList, listCases } from './support/list-cases.js';

// A new list, or a new filter of a list, is tested without a change here, or fails until list-cases.ts has values for it.

const lists = operations({ allowNet: [], ownPorts: [] }).filter(isList);

/** The indexes that no list uses. */
const ofOthers = [
  // Commands.
  'api_keys_live',
  'webhook_deliveries_pending',
  'document_verifications_by_session',
  'idempotent_answers_age',
  'integrations_by_slug',
  // An import finds the candidates of its rows.
  'candidates_by_lower_email',
  // A package is not archived while a role orders it.
  'roles_of_package',
  // Pages.
  'api_keys_by_origin',
  // The stream of deliveries.
  'webhook_delivery_changes_list',
  // The due work of the clock.
  'webhook_endpoints_overlaps',
];

describeWithPostgres('of 200,000 deliveries and their events, a page is read by an index', () => {
  const get = filledService();
  /** A key for each kind of principal. */
  let keys: readonly (readonly [principal: string, key: string, integrationId: string | null])[];

  /** The lists that have read each index. */
  const users = new Map<string, Set<string>>();

  beforeAll(async () => {
    const { service, database } = get();
    const { tenant, otherTenant, testTenant } = filled;
    const owners = [
      [tenant, null],
      [tenant, service.description.integrationId],
      [tenant, filled.oldIntegration],
      [tenant, filled.quietIntegration],
      [otherTenant, null],
      [testTenant, null],
      [testTenant, filled.testIntegration],
    ] as const;
    keys = await Promise.all(
      owners.map(async ([tenantId, integrationId]) => [
        `${tenantId}, ${integrationId ?? 'all integrations'}`,
        await addKey(database.sql, { tenantId, integrationId }),
        integrationId,
      ]),
    );
  });

  /** Reads the first two pages of a list for every principal, and returns a sentence for each unbounded read. */
  async function faultsOf(path: string): Promise<readonly string[]> {
    const { service, explain } = get();
    const faults: string[] = [];
    for (const [principal, key, integrationId] of keys) {
      const reading = await explain(async () => {
        const { status, body, text } = await service.call('GET', path, undefined, { key });
        // A key of an integration cannot read the lists of a partner.
        const refused = integrationId !== null && body['code'] === 'partner_required';
        expect(refused ? [403] : [200, 404], text).toContain(status);
        if (typeof body['nextCursor'] !== 'string') return;
        const next = `${path}${path.includes('?') ? '&' : '?'}cursor=${body['nextCursor']}`;
        expect((await service.call('GET', next, undefined, { key })).status).toBe(200);
      });
      faults.push(...reading.faults.map((fault) => `${principal}: ${fault}`));
      for (const index of reading.indexes)
        users.set(index, (users.get(index) ?? new Set()).add(path));
    }
    return faults;
  }

  async function readsMore(paths: readonly string[]): Promise<boolean> {
    for (const path of paths) if ((await faultsOf(path)).length > 0) return true;
    return false;
  }

  describe.each(lists)('$id', (operation) => {
    it.each(listCases(operation))('%s', async (path) => {
      expect((await faultsOf(path)).join('\n')).toBe('');
    });
  });

  // Depends on the tests above, which record the lists that use each index.
  it('needs every index: without it, a list reads more', async () => {
    const { admin } = get().database;
    const tables = [...largeTables].filter((table) => table !== 'jobs');
    const indexes = await admin(`select indexname as name, indexdef as made from pg_indexes
      where schemaname = 'public' and tablename in ('${tables.join("', '")}')
        and indexdef not like '% UNIQUE %'`);
    const inVain: string[] = [];
    for (const { name, made } of indexes) {
      const index = String(name);
      if (ofOthers.includes(index)) continue;
      await admin(`drop index ${index}`);
      if (!(await readsMore([...(users.get(index) ?? [])]))) inVain.push(index);
      await admin(String(made));
    }
    expect(inVain).toEqual([]);
  });
});
