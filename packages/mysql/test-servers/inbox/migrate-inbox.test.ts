import { readFileSync } from 'node:fs';
import { store, workThrough } from 'screening-webhooks-test-support/inbox';
import { expect, it } from 'vitest';
import { mysqlInbox } from '../../src/inbox/index.js';
import { mysqlStore } from '../../src/index.js';
import { EVENTS, LINES, PAUSED, roomyPool } from '../support/inbox-tables.js';
import { describeOnServer, useTestDatabase } from '../support/server.js';

const TABLES = [EVENTS, LINES, PAUSED];
const schemaFile = readFileSync(new URL('../../schema.sql', import.meta.url), 'utf8');

describeOnServer('inbox.migrate()', () => {
  const database = useTestDatabase();
  const { admin } = database;

  const dropAll = () =>
    admin(
      `DROP TABLE IF EXISTS ${TABLES.join(', ')}, screening_webhook_versions, screening_webhook_claims`,
    );
  const shapes = async (): Promise<string[]> => {
    const rows = await Promise.all(TABLES.map((table) => admin(`SHOW CREATE TABLE ${table}`)));
    return rows.map(([row]) => String(row?.['Create Table']));
  };

  it('creates what schema.sql creates, beside the tables of a store, and finds nothing to do after it', async () => {
    await mysqlStore(database.pool()).migrate();
    await mysqlInbox(database.pool()).migrate();
    const made = await shapes();
    const versions = await admin('SELECT * FROM screening_webhook_versions');
    await dropAll();
    await admin(schemaFile);
    expect(await shapes()).toEqual(made);
    expect(await admin('SELECT * FROM screening_webhook_versions')).toEqual(versions);
    await admin(`DROP TABLE ${PAUSED}`);
    await mysqlInbox(database.pool()).migrate();
    // It has believed the table of versions.
    expect(await admin(`SHOW TABLES LIKE '${PAUSED}'`)).toEqual([]);
    await dropAll();
  });

  it('runs in several processes at once, repeatedly, and in another schema', async () => {
    const elsewhere = { connectionLimit: 1, database: 'information_schema' };
    const inboxes = Array.from({ length: 6 }, (_, index) =>
      mysqlInbox(database.pool(elsewhere), {
        name: `queue-${index % 3}`,
        schema: database.name,
        timeout: 60_000,
      }),
    );
    await Promise.all(inboxes.map((inbox) => inbox.migrate()));
    await Promise.all(inboxes.map((inbox) => inbox.migrate()));
    const answers = [];
    for (const inbox of inboxes) answers.push(await store(inbox, 'evt_1'));
    expect(answers).toEqual([...Array(3).fill('stored'), ...Array(3).fill('duplicate')]);
    await dropAll();
  });

  it('as a user that may not create, names the fix before schema.sql, and passes after it', async () => {
    const user = database.name;
    await admin(`CREATE USER ${user}@'%'`);
    await admin('CREATE TABLE screening_webhook_versions (component VARBINARY(64), version INT)');
    await admin(`GRANT SELECT ON screening_webhook_versions TO ${user}@'%'`);
    const inbox = mysqlInbox(roomyPool(database, { user }), { pollInterval: 20 });
    await expect(inbox.migrate()).rejects.toThrow(
      /^inbox\.migrate\(\): this user lacks.*schema\.sql.*screening_webhook_inbox_\*/,
    );
    await admin('DROP TABLE screening_webhook_versions');
    await admin(schemaFile);
    for (const table of TABLES) {
      await admin(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${table} TO ${user}@'%'`);
    }
    await admin(`GRANT SELECT ON screening_webhook_versions TO ${user}@'%'`);
    await inbox.migrate();
    expect(await store(inbox, 'evt_1')).toBe('stored');
    await inbox.pause();
    await inbox.resume();
    expect(await workThrough(inbox, 1)).toEqual(['evt_1']);
    expect(await inbox.deadLetters()).toEqual([]);
  });
});
