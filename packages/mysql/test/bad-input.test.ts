import { fixture } from '@screening-webhooks/testing';
import { createPool } from 'mysql2';
import { queueOptionsSuite } from 'screening-webhooks-test-support/queues/options-suite';
import { afterAll, describe, expect, it } from 'vitest';
import { mysqlInbox } from '../src/inbox/index.js';
import { mysqlStore, recordEffect } from '../src/index.js';

// These pools never connect.

const wrong: readonly [string, unknown, RegExp][] = [
  ['undefined', undefined, /got undefined/],
  ['null', null, /got null/],
  ['a connection string', 'mysql://localhost', /createPool\(uri\)/],
  ['a single connection', { query() {}, promise() {} }, /a pool, not a single connection/],
  ['Drizzle', { $client: {}, execute() {} }, /db\.\$client/],
  ['Kysely', { selectFrom() {} }, /the pool that Kysely/],
  ['a Map', new Map(), /got a Map/],
];

describe.each([
  ['mysqlStore', mysqlStore],
  ['mysqlInbox', mysqlInbox],
])('%s throws, naming the fix', (_name, create) => {
  it.each(wrong)('for %s', (_what, client, message) => {
    expect(() => Reflect.apply(create, undefined, [client])).toThrow(message);
  });
});

it.each(['', 'Claims', 'a.b.c', 'x; DROP TABLE y', 'a`b'])('table %j throws', (table) => {
  const pool = { getConnection() {} };
  expect(() => Reflect.apply(mysqlStore, undefined, [pool, { table }])).toThrow(/^table:/);
});

describe('mysqlInbox throws at construction', () => {
  const pool = createPool({});
  afterAll(() => pool.promise().end());

  queueOptionsSuite((options) => mysqlInbox(pool, options));
});

it('recordEffect throws when it does not get the rows', async () => {
  const event = fixture('document_verification.recorded');
  await expect(recordEffect(async () => undefined, event)).rejects.toThrow(
    'query: expected it to resolve with the rows',
  );
});
