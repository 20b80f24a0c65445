import { fixture } from '@screening-webhooks/testing';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { sqliteInbox } from '../src/inbox/index.js';
import { recordEffect, sqliteStore } from '../src/index.js';

const closed = new Database(':memory:');
closed.close();
const old = { exec() {}, prepare: () => ({ all: () => [{ now: null }] }) };
const later = { exec: async () => {}, prepare: () => ({ all: async () => [] }) };

it.each<[string, unknown, RegExp]>([
  ['nothing', undefined, /^database: expected .*, got undefined\.$/],
  ['a path', 'app.db', /^database: expected an open database of node:sqlite \(DatabaseSync\)/],
  ['a pool', { query() {} }, /got an? object\.$/],
  [
    'D1',
    later,
    /does not answer at once\. For D1 there is d1Store of @screening-webhooks\/cloudflare/,
  ],
  ['an old SQLite', old, /^database: expected SQLite 3\.42 or later/],
  ['a closed database', closed, /not open|closed/],
])('%s is refused at once', (_what, database, message) => {
  expect(() => sqliteStore(database as never)).toThrow(message);
  expect(() => sqliteInbox(database as never)).toThrow(message);
  // The second time too: only a good one is remembered.
  for (const _call of [1, 2]) {
    const record = () => recordEffect(database as never, fixture('report.completed'));
    expect(record).toThrow(message);
  }
});

it('options are checked', () => {
  const database = new Database(':memory:');
  expect(() => sqliteStore(database, { table: 'a b' })).toThrow(/^table: /);
  expect(() => sqliteStore(database, { timeout: 1 } as never)).toThrow(/^timeout: unknown option/);
  expect(() => sqliteInbox(database, { lease: 1 })).toThrow(/^lease: /);
});
