// The contracts of the store and of the inbox, on the SQLite of the runtime.
import { sqliteStore } from '@screening-webhooks/sqlite';
import { sqliteInbox } from '@screening-webhooks/sqlite/inbox';
import { dedupeStoreContract, inboxContract } from '@screening-webhooks/testing';

/** @returns an open database of `bun:sqlite` or `node:sqlite`, or `undefined` on Node 20, which has neither. */
async function openDatabase() {
  if (globalThis.Bun) return new (await import('bun:sqlite')).Database(':memory:');
  const sqlite = await import('node:sqlite').catch(() => undefined);
  return sqlite && new sqlite.DatabaseSync(':memory:');
}

/** The suites, by name. */
export async function sqliteSuites() {
  const database = await openDatabase();
  if (!database) return {};
  const store = sqliteStore(database);
  await store.migrate();
  let inboxes = 0;
  return {
    'sqlite store': () =>
      dedupeStoreContract({
        create: () => store,
        lease: 600_000,
        wait: (ms) =>
          database.exec(`UPDATE screening_webhook_claims SET ends_at = ends_at - ${Math.ceil(ms)}`),
      }),
    'sqlite inbox': () =>
      inboxContract({
        async create(options) {
          inboxes += 1;
          const own = { ...options, name: `case-${inboxes}`, pollInterval: 20, onError() {} };
          const inbox = sqliteInbox(database, own);
          await inbox.migrate();
          return { inbox, reopen: () => sqliteInbox(database, own) };
        },
      }),
  };
}
