import { onTestFinished } from 'vitest';
import type { ServiceConfig } from '../../src/service/config/service-config.js';
import { openPostgresDatabase } from '../../src/service/db/postgres/open-postgres-database.js';
import { type ScratchDatabase, scratchDatabase } from './scratch-postgres.js';
import { startTestService, type TestService } from './service.js';

export const API_KEY = 'bss_full_chosenForTheTestsOfSharedData';

/** An empty database on PostgreSQL, and services on it. All end with the test. */
export interface SharedDatabase extends ScratchDatabase {
  start(config?: Partial<ServiceConfig>, options?: SharedOptions): Promise<TestService>;
}

interface SharedOptions {
  readonly controls?: boolean;
  /** Default: errors fail the test. */
  readonly onError?: (error: unknown) => void;
}

export async function sharedDatabase(): Promise<SharedDatabase> {
  const scratch = await scratchDatabase({ migrated: false });
  onTestFinished(() => scratch.close());
  return {
    ...scratch,
    async start(config = {}, { controls = false, ...dependencies } = {}) {
      const { url } = scratch;
      const service = await startTestService(
        {
          storage: { kind: 'postgres', url, controls },
          clock: { mode: 'real' },
          apiKey: API_KEY,
          ...config,
        },
        {
          openDatabase: () => openPostgresDatabase(url, () => {}, { connectWithinMs: 60_000 }),
          ...dependencies,
        },
      );
      onTestFinished(() => service.close());
      return service;
    },
  };
}
