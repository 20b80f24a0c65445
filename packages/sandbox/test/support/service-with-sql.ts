import { eq } from 'drizzle-orm';
import { webhookEndpoints } from '../../src/service/db/schema/index.js';
import type { Database } from '../../src/service/db/sql.js';
import type { ServiceDependencies } from '../../src/service/start-service.js';
import { sharedService, type TestService } from './service.js';

type Endpoint = typeof webhookEndpoints.$inferSelect;

/** A service, and the database beneath it. */
export interface ServiceWithSql {
  readonly service: () => TestService;
  readonly sql: () => Database;
  /** Changes columns of the demo integration's endpoint. */
  setEndpoint(changes: Partial<Endpoint>): Promise<void>;
  /** Stores an endpoint like that of the demo integration. */
  addEndpoint(changes: Partial<Endpoint> & { readonly id: string }): Promise<void>;
}

/** A service for the tests of a file, reset before each test. Tests can set state that the API cannot. */
export function serviceWithSql(
  deliverTo: NonNullable<ServiceDependencies['deliverTo']>,
): ServiceWithSql {
  const service = sharedService(deliverTo);
  const sql = (): Database => service().sql;
  const demo = () => eq(webhookEndpoints.id, service().description.endpoints[0]?.id ?? '');
  return {
    service,
    sql,
    async setEndpoint(changes) {
      await sql().update(webhookEndpoints).set(changes).where(demo());
    },
    async addEndpoint(changes) {
      const [endpoint] = await sql().select().from(webhookEndpoints).where(demo());
      if (!endpoint) throw new Error('The demo integration has no endpoint.');
      const { seq: _seq, ...columns } = endpoint;
      await sql()
        .insert(webhookEndpoints)
        .values({ ...columns, ...changes });
    },
  };
}
