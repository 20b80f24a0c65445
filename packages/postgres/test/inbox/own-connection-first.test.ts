import { deferred } from 'screening-webhooks-test-support/deferred';
import { expect, it } from 'vitest';
import { ownConnectionFirst } from '../../src/inbox/postgres-inbox.js';

const pool = async () => [{ from: 'pool' }];

it('uses its own connection', async () => {
  const query = ownConnectionFirst(async () => [{ from: 'own' }], pool);
  expect(await query('SELECT 1', [])).toEqual([{ from: 'own' }]);
});

it('uses the pool when its own connection fails', async () => {
  const query = ownConnectionFirst(() => Promise.reject(new Error('cut')), pool);
  expect(await query('SELECT 1', [])).toEqual([{ from: 'pool' }]);
});

it('uses the pool while its own connection does not answer, and not after that', async () => {
  const answered = deferred();
  const query = ownConnectionFirst(async () => {
    await answered.promise;
    return [{ from: 'own' }];
  }, pool);
  const first = query('SELECT 1', []);
  expect(await query('SELECT 1', [])).toEqual([{ from: 'pool' }]);
  answered.resolve();
  expect(await first).toEqual([{ from: 'own' }]);
  expect(await query('SELECT 1', [])).toEqual([{ from: 'own' }]);
});
