import { createConnection } from 'mysql2';
import { store } from 'screening-webhooks-test-support/inbox';
import { MYSQL } from 'screening-webhooks-test-support/mysql-database';
import { expect, it } from 'vitest';
import { mysqlInbox } from '../../src/inbox/index.js';
import { PAUSED } from '../support/inbox-tables.js';
import { describeOnServer, useTestDatabase } from '../support/server.js';

describeOnServer('mysqlInbox', () => {
  const database = useTestDatabase();

  it('takes no single connection', async () => {
    const connection = createConnection(MYSQL);
    expect(() => Reflect.apply(mysqlInbox, undefined, [connection])).toThrow(
      /a pool, not a single connection/,
    );
    await connection.promise().end();
  });

  it('says at first use that its tables are missing, or the database of its tables', async () => {
    for (const options of [{}, { schema: 'no_database_of_this_name' }]) {
      const inbox = mysqlInbox(database.pool(), options);
      for (const use of [
        () => store(inbox, 'evt_1'),
        () => inbox.work(async () => ({ kind: 'processed' })),
        () => inbox.pause(),
        () => inbox.resume(),
        () => inbox.deadLetters(),
        () => inbox.replay({ since: 0 }),
        () => inbox.replay({ id: 'evt_1' }),
      ]) {
        await expect(use()).rejects.toThrow(/missing.*await inbox\.migrate\(\)/);
      }
    }
  });

  it('says that one of its tables is missing when a worker starts', async () => {
    const inbox = mysqlInbox(database.pool());
    await inbox.migrate();
    await database.admin(`RENAME TABLE ${PAUSED} TO elsewhere`);
    await expect(inbox.work(async () => ({ kind: 'processed' }))).rejects.toThrow('migrate()');
    await database.admin(`RENAME TABLE elsewhere TO ${PAUSED}`);
  });

  it('takes no time that is not a number', async () => {
    const inbox = mysqlInbox(database.pool());
    await expect(inbox.replay({ since: Number.NaN })).rejects.toThrow(TypeError);
    await expect(inbox.deadLetters({ limit: Number.NaN })).rejects.toThrow(TypeError);
  });
});
