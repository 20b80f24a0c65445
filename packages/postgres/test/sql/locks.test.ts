import { expect, it } from 'vitest';
import { inboxStatements } from '../../src/inbox/inbox-statements.js';
import { postgresInboxSettings } from '../../src/inbox/postgres-inbox-settings.js';
import { pgPoolClient } from '../../src/sql/pg-pool.js';
import { lockLimit } from '../../src/sql/sql-client.js';

// PGlite has one connection, so no row is ever locked there. On a server: test-servers/locked-rows.test.ts.

it.each([
  [60_000, 2000],
  [5000, 2000],
  [501, 251],
])('a statement with a limit of %i ms waits %i ms for a lock', (timeout, ms) => {
  expect(lockLimit(timeout)).toContain(`set_config('lock_timeout', '${ms}ms', true)`);
});

it('a renewal, and a replay at first, pass over rows that are locked', () => {
  const { renew, renewOne, replayUnlocked, replay } = inboxStatements(
    postgresInboxSettings({}),
    5000,
  );
  const locks = (text: string) => text.match(/FOR UPDATE[^)]*/g)?.map((each) => each.trim());
  expect(locks(renew)).toEqual(['FOR UPDATE OF line SKIP LOCKED']);
  expect(renewOne).not.toContain('SKIP LOCKED');
  const skipping = ['FOR UPDATE OF stored SKIP LOCKED', 'FOR UPDATE SKIP LOCKED'];
  expect(locks(replayUnlocked)).toEqual(skipping);
  expect(locks(replay)).toEqual(['FOR UPDATE OF stored', 'FOR UPDATE']);
});

it.each([
  ['55P03', false],
  ['23505', false],
  ['57P01', true],
  ['ECONNRESET', true],
])('a statement that fails with %s costs its connection: %s', async (code, isBroken) => {
  const error = Object.assign(new Error('failed'), { code });
  const released: unknown[] = [];
  const connection = {
    query: () => Promise.reject(error),
    release: (broken?: Error) => void released.push(broken),
    on() {},
    off() {},
  };
  const pool = { totalCount: 0, query: connection.query, connect: async () => connection };
  const { query } = pgPoolClient(pool, { prepare: true, timeout: 1000 });
  await expect(query('SELECT 1', [])).rejects.toBe(error);
  expect(released).toEqual([isBroken ? error : undefined]);
});
