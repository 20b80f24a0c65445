import { resolve } from 'node:path';
import type { Storage } from '../../service/config/service-config.js';

/** Where a service keeps its state, for a reader. Without a password. */
export async function nameState(storage: Storage): Promise<string> {
  switch (storage.kind) {
    case 'memory':
      return 'in memory, until the service ends';
    case 'folder':
      return `the folder ${resolve(storage.path)}`;
    case 'postgres': {
      const [{ Client }, { nameDatabase }] = await Promise.all([
        import('pg'),
        import('../../service/db/postgres/name-database.js'),
      ]);
      return `PostgreSQL ${nameDatabase(new Client({ connectionString: storage.url }))}`;
    }
  }
}
