import { createReceiver } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import { expect, it } from 'vitest';
import type { SqlStore, SqlUnderTest } from './sql-under-test.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
const SECRET = 'whsec_of_the_suite';
// Only ends a hang.
const timeout = 60_000;

/** Tests of a store in a table. `dedupeStoreContract` only tests the interface. */
export function sqlStoreSuite<Pool>(under: SqlUnderTest<Pool>): void {
  async function open(table: string, pool = under.pool()): Promise<SqlStore> {
    const store = under.store(pool, { table, timeout });
    await store.migrate();
    return store;
  }

  it('says how to create a missing table', async () => {
    const missing = under.store(under.pool(), { table: 'nowhere' });
    for (const operation of [
      async () => missing.claim('k', 'a', MINUTE),
      async () => missing.extend('k', 'a', MINUTE),
      async () => missing.commit('k', 'a', MINUTE),
      async () => missing.release('k', 'a'),
      () => missing.cleanUp(),
    ]) {
      await expect(operation()).rejects.toThrow(/table nowhere is missing.*migrate\(\)/);
    }
  });

  it('uses the clock of the server', async () => {
    const store = await open('clocks');
    const now = Date.now;
    Date.now = () => now() + 10 * DAY;
    try {
      await store.claim('clock', 'a', MINUTE);
      const claim = await store.claim('clock', 'b', MINUTE);
      const left = typeof claim === 'object' ? claim.busyForMs : Number.NaN;
      expect(left > 0 && left <= MINUTE).toBe(true);
    } finally {
      Date.now = now;
    }
  });

  it('cleans up expired rows in batches, and keeps live claims and done ids', async () => {
    const store = await open('cleaned');
    await under.addExpired('cleaned', 2500);
    await store.claim('live', 'a', MINUTE);
    await store.claim('done', 'a', MINUTE);
    await store.commit('done', 'a', DAY);
    expect(await store.cleanUp({ limit: 0.5 }).catch(String)).toMatch(/^TypeError: limit:/);
    expect(await store.cleanUp()).toEqual({ deleted: 1000, more: true });
    expect(await store.cleanUp({ limit: 1499 })).toEqual({ deleted: 1499, more: true });
    expect(await store.cleanUp({ limit: 5000 })).toEqual({ deleted: 1, more: false });
    expect(await store.cleanUp()).toEqual({ deleted: 0, more: false });
    const left = await under.admin(`SELECT ${under.key} AS k FROM cleaned ORDER BY ${under.key}`);
    expect(left.map(({ k }) => String(k))).toEqual(['done', 'live']);
  });

  it('grants an expired key once, while clean-ups run', async () => {
    const store = await open('raced');
    for (let round = 0; round < 10; round += 1) {
      const key = `k ${round}`;
      await store.claim(key, 'gone', MINUTE);
      await under.admin(`UPDATE raced SET expires_at = ${under.past}`);
      const claims = await Promise.all(
        Array.from({ length: 12 }, async (_, index) => {
          if (index % 4 === 0) await store.cleanUp();
          return store.claim(key, `o${index}`, MINUTE);
        }),
      );
      expect(claims.filter((claim) => claim === 'acquired')).toHaveLength(1);
    }
  });

  it.concurrent.each(['claim', 'extend', 'commit', 'release'] as const)(
    'ends a %s of a locked row at its own limit, and costs no connection',
    async (operation) => {
      const pool = under.pool({ connections: 1 });
      const store = under.store(pool);
      await store.migrate();
      await store.claim(operation, 'a', DAY);
      const before = await under.sessionOf(pool);
      const unlock = await under.lock(
        `screening_webhook_claims WHERE ${under.key} = '${operation}'`,
      );
      const act = async () => store[operation](operation, 'a', DAY);
      await expect(act()).rejects.toEqual(under.lockTimeout);
      expect(await under.sessionOf(pool)).toEqual(before);
      await unlock();
      expect(await act()).not.toBe(false);
    },
  );

  it('answers a delivery to an inbox 503 while a row is locked, and stores the next one', async () => {
    const pool = under.pool({ connections: 1 });
    const inbox = under.inbox(pool, { name: 'delivered', orderBy: 'verificationId' });
    const receiver = createReceiver({
      secret: SECRET,
      observe: false,
      inbox,
      handlers: { '*': () => {} },
    });
    const deliver = async (id: string): Promise<number> => {
      const event = fixture('document_verification.recorded', { id });
      const { request } = await sign(event, { secret: SECRET });
      return (await receiver.fetch(request('http://hooks.test/'))).status;
    };
    expect(await deliver('evt_1')).toBe(202);
    const before = await under.sessionOf(pool);
    const unlock = await under.lock(under.lines);
    expect(await deliver('evt_2')).toBe(503);
    expect(await under.sessionOf(pool)).toEqual(before);
    await unlock();
    expect(await deliver('evt_2')).toBe(202);
  });
}
