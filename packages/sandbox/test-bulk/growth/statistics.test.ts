import { expect, it, onTestFinished } from 'vitest';
import { selectSubscribed } from '../../src/service/capabilities/webhooks/deliveries/replay-records.js';
import { endpointStatistics } from '../../src/service/capabilities/webhooks/deliveries/statistics.js';
import {
  countInStatuses,
  selectFailures,
} from '../../src/service/capabilities/webhooks/deliveries/statistics-records.js';
import { selectEndpoint } from '../../src/service/capabilities/webhooks/endpoints/records.js';
import { documentEventTypes } from '../../src/service/capabilities/webhooks/events/event-types.js';
import type { Sql } from '../../src/service/db/sql.js';
import { limits } from '../../src/service/limits/limits.js';
import { addKey } from '../../test/support/keys.js';
import { describeWithPostgres } from '../../test/support/scratch-postgres.js';
import { openExplainedDatabase } from './support/explained-database.js';
import { filled, NOW } from './support/fill.js';
import { fillAlike } from './support/fill-alike.js';
import { explainCall, filledService } from './support/filled-service.js';

const { tenant, otherTenant, busyEndpoint, oldEndpoint, quietEndpoint, otherEndpoint } = filled;

describeWithPostgres('of 200,000 deliveries, statistics read those of their range', () => {
  const get = filledService();

  const endpoints = [busyEndpoint, oldEndpoint, quietEndpoint, otherEndpoint, 'we_none'];
  const filters = ['', ...endpoints.map((id) => `&endpointId=${id}`)];
  // A delivery was created in each minute until May. The last range is the default, which is empty.
  const ranges = [
    'createdAfter=2026-01-01T01:00:00Z&createdBefore=2026-01-01T02:00:00Z',
    'createdAfter=2026-03-01T00:00:00Z&createdBefore=2026-03-01T01:00:00Z',
    'createdAfter=2027-01-01T00:00:00Z',
    '',
  ];
  const owners = () => [
    { tenantId: tenant, integrationId: null },
    { tenantId: tenant, integrationId: get().service.description.integrationId },
    { tenantId: tenant, integrationId: filled.oldIntegration },
    { tenantId: tenant, integrationId: filled.quietIntegration },
    { tenantId: otherTenant, integrationId: null },
  ];
  const path = (query: string) => `/v1/webhook-deliveries/statistics?${query}`;

  it.each(ranges)('%s', async (range) => {
    const { service, database, explain } = get();
    for (const owner of owners()) {
      const key = await addKey(database.sql, owner);
      for (const filter of filters) {
        const reading = await explain(async () => {
          const { status, text } = await service.call('GET', path(`${range}${filter}`), undefined, {
            key,
          });
          expect(status, text).toBe(200);
        });
        expect(reading.faults, `${JSON.stringify(owner)} ${filter}`).toEqual([]);
      }
    }
  });

  it('of a year, only what they count, with one statement', async () => {
    const { service, database, explain } = get();
    const year = 'createdAfter=2025-12-31T00:00:00Z&createdBefore=2027-01-01T00:00:00Z';
    const { most } = limits.countedInRange;
    for (const filter of ['', `&endpointId=${busyEndpoint}`]) {
      const reading = await explain(() => service.call('GET', path(`${year}${filter}`)), most);
      expect(reading.faults, filter).toEqual([]);
    }
    const [row] = await database.admin(
      `select count(*) filter (where status = 'failed')::int as failed from (
        select status from webhook_deliveries where tenant_id = '${tenant}'
        order by created_at desc, seq desc limit ${most}) newest`,
    );
    database.takeStatements();
    const { body } = await service.call('GET', path(year));
    const statements = database.takeStatements().filter(({ text }) => text.includes('date_bin'));
    expect(statements).toHaveLength(1);
    expect(body).toMatchObject({
      total: most,
      byStatus: { failed: Number(row?.['failed']) },
      complete: false,
    });
  });

  it.each(['', `?endpointId=${busyEndpoint}`, `?endpointId=${quietEndpoint}`])(
    'of failures, with one statement, the newest of each cause%s',
    async (query) => {
      const { service, database, explain } = get();
      for (const owner of owners()) {
        const key = await addKey(database.sql, owner);
        const reading = await explain(async () => {
          const failures = `/v1/webhook-deliveries/failures${query}`;
          const { status, text } = await service.call('GET', failures, undefined, { key });
          expect(status, text).toBe(200);
        }, limits.countedFailures.most);
        expect(reading.faults, JSON.stringify(owner)).toEqual([]);
      }
      const { body } = await service.call('GET', '/v1/webhook-deliveries/failures');
      expect(body['failures']).toMatchObject([
        { cause: { code: 'server_error' }, complete: false },
        { cause: { code: 'timeout' }, complete: true },
        { cause: { code: 'timeout' }, complete: true },
      ]);
    },
  );

  it.each([busyEndpoint, quietEndpoint])('of an endpoint, only what they count: %s', async (id) => {
    const { database, explain } = get();
    const scope = { tenantId: tenant, integrationId: null };
    const { most } = limits.countedDeliveries;
    // In the week before, the busy endpoint has more deliveries than are counted.
    const now = new Date('2026-04-01T00:00:00Z');
    const reading = await explain(async () => {
      const { last7Days } = await endpointStatistics(database.sql, scope, id, now);
      const isBusy = id === busyEndpoint;
      expect(last7Days).toMatchObject({ deliveries: isBusy ? most : 0, complete: !isBusy });
    }, most);
    expect(reading.faults).toEqual([]);
  });
});

// The planner knows only one value of a column. It would expect any other in every row.
describeWithPostgres('of 10,000 deliveries that are alike', () => {
  const scope = { tenantId: filled.tenant, integrationId: null };
  const MOST = 100;

  async function explain(
    alike: Parameters<typeof fillAlike>[1],
    objects: number,
    read: (sql: Sql) => Promise<unknown>,
  ): Promise<readonly string[]> {
    const database = await openExplainedDatabase();
    onTestFinished(() => database.close());
    await fillAlike(database, alike);
    const large = new Set(['events', 'webhook_deliveries']);
    const { faults } = await explainCall(database, objects, large, () => read(database.sql));
    return faults;
  }

  it('counts the deliveries of each status', async () => {
    const faults = await explain({ status: 'succeeded' }, MOST, async (sql) => {
      const counts = await countInStatuses(sql, scope, {}, MOST);
      expect(counts).toEqual([{ status: 'succeeded', deliveries: MOST }]);
    });
    expect(faults).toEqual([]);
  });

  it('groups the failed deliveries', async () => {
    const faults = await explain({ status: 'failed', cause: 'timeout' }, 1000, async (sql) => {
      await selectFailures(sql, scope, {});
    });
    expect(faults).toEqual([]);
  });

  it('finds the events that an endpoint has missed', async () => {
    const faults = await explain({ status: 'succeeded' }, MOST, async (tx) => {
      const [endpoint] = await selectEndpoint(tx, 'we_0');
      if (!endpoint) throw new Error('The endpoint is missing.');
      const eventTypes = documentEventTypes;
      const range = { since: new Date(0), after: 0, until: new Date(NOW) };
      const command = { tx, previewEvents: false };
      expect(
        await selectSubscribed(command, { ...endpoint, eventTypes }, range, MOST),
      ).toHaveLength(MOST);
    });
    expect(faults).toEqual([]);
  });
});
