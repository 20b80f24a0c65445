import { deferred } from 'screening-webhooks-test-support/deferred';
import { expect, it, onTestFinished, vi } from 'vitest';
import { webhookEndpoints } from '../../../src/service/db/schema/index.js';
import { borrowMemoryDatabase } from '../../support/open-test-database.js';
import { startTestService } from '../../support/service.js';

it('a reset while jobs are taken does not wait for the attempts that the take starts', async () => {
  const database = await borrowMemoryDatabase();
  const [taken, goOn, attempted] = [deferred<void>(), deferred<void>(), deferred<void>()];
  const { pglite } = database;
  const query = pglite.query.bind(pglite);
  vi.spyOn(pglite, 'query').mockImplementation(async (text, params, options) => {
    const result = await query(text, params, options);
    if (text.includes('contended') && result.rows.length > 0) {
      taken.resolve();
      await goOn.promise;
    }
    return result;
  });
  const service = await startTestService(
    { forwardTo: 'http://localhost/hooks' },
    {
      deliverTo({ signal }) {
        if (!signal.aborted) attempted.resolve();
        return new Promise(() => {});
      },
      openDatabase: async () => database,
    },
  );
  onTestFinished(() => service.close());
  const [endpoint] = await service.sql.select().from(webhookEndpoints);
  if (!endpoint) throw new Error('There is no endpoint.');
  // Longer than the API allows, so that no attempt ends by itself.
  const retryPolicy = { ...endpoint.retryPolicy, timeoutSeconds: 86_400 };
  await service.sql.update(webhookEndpoints).set({ retryPolicy });
  await service.control('/trigger', { type: 'document_verification.completed' });
  await service.control('/clock', { mode: 'real' });
  await taken.promise;
  const reset = service.control('/reset', {});
  // From then on, attempts in flight are aborted.
  await expect.poll(async () => (await service.control('/clock')).body['moving']).toBe(true);
  goOn.resolve();
  const attempt = attempted.promise.then(() => 'an attempt that nothing ends');
  expect(await Promise.race([attempt, reset.then(({ status }) => status)])).toBe(200);
});
