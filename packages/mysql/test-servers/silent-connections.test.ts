import { silentStoreSuite } from 'screening-webhooks-test-support/stores/silent-suite';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it } from 'vitest';
import { mysqlStore } from '../src/index.js';
import { mysqlStoreUnderTest } from './support/mysql-store-under-test.js';
import { describeOnServer, useTestDatabase } from './support/server.js';

const LEASE = 600_000;
const migrated = () => useTestDatabase(({ pool }) => mysqlStore(pool()).migrate());

describeOnServer('when connections have gone silent', () => {
  silentStoreSuite(mysqlStoreUnderTest(migrated()));
});

describeOnServer('connections that the server has closed', () => {
  const database = migrated();

  it('are not used again', async () => {
    const pool = database.pool();
    const held = await Promise.all([pool.getConnection(), pool.getConnection()]);
    for (const connection of held) connection.release();
    for (const { threadId } of held) await database.admin(`KILL ${threadId}`);
    await until(() => mysqlStoreUnderTest(database).sizeOf(pool) === 0);
    expect(await mysqlStore(pool).claim('killed', 'a', LEASE)).toBe('acquired');
  });
});
