import type { Storage } from '../config/service-config.js';
import { type OpenDatabase, openMemoryDatabase } from './connect.js';

/** Opens the database of a service. @throws DatabaseError when it cannot be used. */
export async function openDatabase(
  storage: Storage,
  onError: (error: unknown) => void,
): Promise<OpenDatabase> {
  switch (storage.kind) {
    case 'memory':
      return openMemoryDatabase();
    case 'folder': {
      const { openFolderDatabase } = await import('./folder/open-folder-database.js');
      return openFolderDatabase(storage.path);
    }
    case 'postgres': {
      // Loaded only where it is used.
      const { openPostgresDatabase } = await import('./postgres/open-postgres-database.js');
      return openPostgresDatabase(storage.url, onError);
    }
  }
}
