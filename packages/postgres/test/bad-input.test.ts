import { Client, Pool } from 'pg';
import postgres from 'postgres';
import { queueOptionsSuite } from 'screening-webhooks-test-support/queues/options-suite';
import { describe, expect, it } from 'vitest';
import { postgresInbox } from '../src/inbox/index.js';
import { postgresStore, transactional } from '../src/index.js';

// These clients never connect.

const wrong: readonly [string, unknown, RegExp][] = [
  ['undefined', undefined, /got undefined/],
  ['null', null, /got null/],
  ['a connection string', 'postgres://localhost', /new Pool\(\{ connectionString \}\)/],
  ['a single connection', new Client(), /a Pool, not a single Client/],
  ['Drizzle', { $client: {}, execute() {} }, /db\.\$client/],
  ['Kysely', { selectFrom() {} }, /the Pool that Kysely/],
  ['a Map', new Map(), /got a Map/],
];

describe.each([
  ['postgresStore', postgresStore],
  ['postgresInbox', postgresInbox],
])('%s throws, naming the fix', (_name, create) => {
  it.each(wrong)('for %s', (_what, client, message) => {
    expect(() => Reflect.apply(create, undefined, [client])).toThrow(message);
  });
});

it.each(['', 'Claims', 'a.b.c', 'x; DROP TABLE y', 'a"b'])('table %j throws', (table) => {
  const pool = { query() {}, connect() {}, totalCount: 0 };
  expect(() => Reflect.apply(postgresStore, undefined, [pool, { table }])).toThrow(/^table:/);
});

describe('postgresInbox throws at construction', () => {
  queueOptionsSuite((options) => postgresInbox(new Pool(), options));
});

it('malformed limits of a transaction throw', () => {
  const pool = new Pool();
  expect(() => transactional(pool, () => {}, { lockTimeout: 0 })).toThrow(/^lockTimeout:/);
  expect(() => transactional(pool, () => {}, { idleTimeout: Number.NaN })).toThrow(/^idleTimeout:/);
});

it('prepare: false with a client that prepares by itself throws, naming both settings', () => {
  const sql = postgres('postgres://nowhere');
  expect(() => transactional(sql, () => {}, { prepare: false })).toThrow(
    /^prepare: false needs.*postgres\(url, \{ prepare: false \}\)/,
  );
  expect(() => postgresStore(sql, { prepare: false })).toThrow(/^prepare: false needs/);
  postgresStore(postgres('postgres://nowhere', { prepare: false }), { prepare: false });
});

it('a transform of rows throws, naming the option and the cure', () => {
  const row = (given: unknown) => given;
  for (const transform of [{ row }, { row: { from: row } }]) {
    const sql = postgres('postgres://nowhere', { transform });
    for (const create of [postgresStore, postgresInbox]) {
      expect(() => create(sql)).toThrow(/^transform: with a row\.from.*without that: postgres\(/);
    }
    expect(() => transactional(sql, () => {})).toThrow(/^transform:/);
  }
  postgresStore(postgres('postgres://nowhere', { transform: postgres.pascal }));
});
