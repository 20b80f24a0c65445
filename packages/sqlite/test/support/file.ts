import { join } from 'node:path';
import Database from 'libsql';
import { newFolder } from 'screening-webhooks-test-support/run-folder';
import { afterAll } from 'vitest';

/** Opens connections to a new file in WAL mode. They are closed after the tests. */
export function useFile() {
  const path = join(newFolder(), 'app.db');
  const opened: Database.Database[] = [];
  const open = (options: Database.Options = {}): Database.Database => {
    const database = new Database(path, options);
    opened.push(database);
    return database;
  };
  open().exec('PRAGMA journal_mode = WAL');
  afterAll(() => {
    for (const database of opened) database.close();
  });
  return { path, open };
}
