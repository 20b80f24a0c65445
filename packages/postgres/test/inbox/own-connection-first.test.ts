import { deferred } from 'screening-webhooks-test-support/deferred';
import { expect, it } from 'vitest';
import { ownConnectionFirst } from '../../src/inbox/postgres-inbox.js';

const pool = async () => [['pool']];

it('uses its own connection', async () => {
  const query = ownConnectionFirst(async () => [['own']], pool);
  expect(await query('SELECT 1', [])).toEqual([['own']]);
});

it('uses the pool when its own connection fails', async () => {
  const query = ownConnectionFirst(() => Promise.reject(new Error('cut')), pool);
  expect(await query('SELECT 1', [])).toEqual([['pool']]);
});

it('uses the pool while its own connection does not answer, and not after that', async () => {
  const answered = deferred();
  const query = ownConnectionFirst(async () => {
    await answered.promise;
    return [['own']];
  }, pool);
  const first = query('SELECT 1', []);
  expect(await query('SELECT 1', [])).toEqual([['pool']]);
  answered.resolve();
  expect(await first).toEqual([['own']]);
  expect(await query('SELECT 1', [])).toEqual([['own']]);
});
