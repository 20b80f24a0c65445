import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/service.js';
import { type ExplainedDatabase, openExplainedDatabase } from './explained-database.js';
import { fill, largeTables, NOW } from './fill.js';
import { type CostLimits, faultsOf, indexesOf } from './plan.js';

/** A statement may read at most four rows for each object in its answer. */
const limitsFor = (objects: number): CostLimits => ({
  rows: 4 * objects + 10,
  pages: 20 * objects,
});
const PAGE = 25;

/** A service on a PostgreSQL database with 200,000 deliveries. */
export interface FilledService {
  readonly service: TestService;
  readonly database: ExplainedDatabase;
  /** Reports what the statements of a call read. @param objects The objects in each answer. Default: a page of a list. */
  explain(call: () => Promise<unknown>, objects?: number): Promise<Reading>;
}

/** The reads of the statements of a call. */
interface Reading {
  /** A sentence for each unbounded read. */
  readonly faults: readonly string[];
  readonly indexes: ReadonlySet<string>;
}

/** Reports what the statements of a call read. @param objects The objects in each answer. @param large The tables that it is about. */
export async function explainCall(
  database: ExplainedDatabase,
  objects: number,
  large: ReadonlySet<string>,
  call: () => Promise<unknown>,
): Promise<Reading> {
  database.takeStatements();
  await call();
  const statements = database.takeStatements();
  // If the server sent no plans, nothing would be tested.
  expect(statements.length).toBeGreaterThan(0);
  return {
    faults: statements.flatMap((statement) => faultsOf(statement, limitsFor(objects), large)),
    indexes: new Set(statements.flatMap(indexesOf)),
  };
}

// Every delivery is retried once.
async function deliverTo({ headers }: Request): Promise<Response> {
  return new Response(null, {
    status: headers.get('service-delivery-attempt') === '1' ? 503 : 200,
  });
}

/** The service for the tests of a file. */
export function filledService(): () => FilledService {
  let filled: FilledService | undefined;

  beforeAll(async () => {
    const database = await openExplainedDatabase();
    const service = await startTestService(
      { clock: { mode: 'frozen', at: NOW } },
      { openDatabase: async () => database, deliverTo },
    );
    await fill(database, service.description.integrationId);
    filled = {
      service,
      database,
      async explain(call, objects = PAGE) {
        return explainCall(database, objects, largeTables, async () => {
          await call();
          // Stores the log of the call first, so that its statement is among them.
          await service.call('GET', '/v1/api-requests/none');
        });
      },
    };
  }, 600_000);
  // Each request leaves a dead version of its key's row, and the server vacuums whenever it likes.
  beforeEach(async () => {
    // The server's statistics do not include the requests of earlier tests.
    await filled?.database.admin(`delete from api_requests where created_at >= '${NOW}'`);
    await filled?.database.admin('vacuum api_keys, api_key_usage, api_requests');
  });
  afterAll(() => filled?.service.close());
  return () => {
    if (!filled) throw new Error('The service is there in tests and hooks only.');
    return filled;
  };
}
