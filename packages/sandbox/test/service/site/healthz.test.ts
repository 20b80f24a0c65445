import { expect, it, onTestFinished } from 'vitest';
import { openTestDatabase } from '../../support/open-test-database.js';
import { startTestService } from '../../support/service.js';

it('/healthz tells whether the database answers', async () => {
  const database = await openTestDatabase();
  let away = false;
  const sql = new Proxy(database.sql, {
    get: (target, name, receiver) =>
      away && name === 'execute'
        ? () => Promise.reject(new Error('The database is away.'))
        : Reflect.get(target, name, receiver),
  });
  const service = await startTestService({}, { openDatabase: async () => ({ ...database, sql }) });
  onTestFinished(() => service.close());
  expect(await service.call('GET', '/healthz')).toMatchObject({ status: 200 });
  away = true;
  expect(await service.call('GET', '/healthz')).toMatchObject({ status: 503 });
  away = false;
  expect(await service.call('GET', '/healthz')).toMatchObject({ status: 200 });
});
