import type { LeasedEvent } from '@screening-webhooks/core/store-kit';
import type { Pool } from 'pg';
import { eventOf } from 'screening-webhooks-test-support/inbox';
import { until } from 'screening-webhooks-test-support/until';
import { expect, it } from 'vitest';
import { claimStatements } from '../src/claim-statements.js';
import { postgresInbox } from '../src/inbox/index.js';
import { postgresStore } from '../src/index.js';
import { EVENTS, LINES } from './support/inbox-tables.js';
import { postgresUnderTest } from './support/queue-under-test.js';
import { describeOnServer, useTestDatabase } from './support/server.js';

const HOUR = 3_600_000;
const BUSY = { busyForMs: expect.any(Number) };

describeOnServer('a claim whose row another connection has locked', () => {
  let pool: Pool;
  const database = useTestDatabase(async () => {
    pool = database.pool();
    await postgresStore(pool).migrate();
  });

  it.each([
    [
      'was extended',
      "UPDATE screening_webhook_claims SET expires_at = now() + interval '1 h'",
      'done',
    ],
    ['was taken over', "UPDATE screening_webhook_claims SET owner = 'other'", BUSY],
    ['was deleted', 'DELETE FROM screening_webhook_claims', 'acquired'],
  ])('is committed according to the row as it is then, when it %s', async (event, change, next) => {
    const store = postgresStore(pool);
    await store.claim(event, 'me', HOUR);
    const other = await pool.connect();
    await other.query(`BEGIN; ${change} WHERE key = '${event}'`);
    const committing = store.commit(event, 'me', HOUR);
    await until(async () => (await database.lockWaits()) > 0);
    await other.query('COMMIT');
    other.release();
    expect(await committing).toBe(next === 'done');
    expect(await store.claim(event, 'next', HOUR)).toEqual(next);
  });

  it('is reached by the primary key, with a plan made for an empty table', async () => {
    await postgresStore(pool, { table: 'planned' }).migrate();
    const connection = await pool.connect();
    await connection.query('SET plan_cache_mode = force_generic_plan');
    const { claim, extend, commit, release } = claimStatements('planned', 5000);
    const given = { claim, extend, commit, release };
    for (const [name, text] of Object.entries(given)) {
      await connection.query(`PREPARE planned_${name} (text, text, float8) AS ${text}`);
      const { rows } = await connection.query(`EXPLAIN EXECUTE planned_${name} ('a', 'b', 1)`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Index Scan using planned_pkey');
      expect(plan).not.toContain('Seq Scan');
    }
    connection.release(true);
  });
});

describeOnServer('an inbox with rows that are locked or refused', () => {
  const database = useTestDatabase(async ({ pool }) => {
    await postgresInbox(pool()).migrate();
    await database.admin(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN RAISE 'kept by a trigger'; END $$`);
  });
  const refused = expect.objectContaining({
    message: expect.stringContaining('kept by a trigger'),
  });

  /** A queue with events that are leased to a worker, and the lines of those events. */
  async function leased(name: string, ...ids: string[]) {
    const queue = postgresUnderTest(database).openQueue({ name, lease: HOUR });
    for (const id of ids) await queue.store(eventOf(id), `int:${id}`, 0);
    const { events } = await queue.fetch(ids.length, 'mine');
    return { queue, events };
  }

  async function ended(name: string, ...ids: string[]) {
    const { queue, events } = await leased(name, ...ids);
    for (const held of events) await queue.end(held, { outcome: 'dead_letter', attempts: 1 });
    return queue;
  }

  const refuse = (trigger: string, when: string): Promise<unknown> =>
    database.admin(
      `CREATE TRIGGER ${trigger} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION refuse()`,
    );

  it('renews the other leases, and waits for that of the locked row alone', async () => {
    const { queue, events } = await leased('renewed', 'evt_1', 'evt_2', 'evt_3');
    const [
      first = expect.unreachable(),
      second = expect.unreachable(),
      third = expect.unreachable(),
    ] = events;
    const unlock = await database.lock(
      `SELECT FROM ${LINES} WHERE line = '${second.line}' FOR UPDATE`,
    );
    const lost: LeasedEvent = { ...third, token: 'lost' };
    const { renewed, locked } = await queue.renewal.unlocked([first, second, lost]);
    expect([[...renewed], [...locked]]).toEqual([[first], [second]]);
    const renewing = queue.renewal.one(second);
    await until(async () => (await database.lockWaits()) > 0);
    await unlock();
    expect(await renewing).toBe(true);
    expect(await queue.renewal.one(lost)).toBe(false);
  });

  it('releases the others of a fetch', async () => {
    const { queue, events } = await leased('released', 'evt_l1', 'evt_l2', 'evt_l3');
    const line = events[1]?.line;
    const unlock = await database.lock(`SELECT FROM ${LINES} WHERE line = '${line}' FOR UPDATE`);
    await queue.release('mine');
    const left = `SELECT line FROM ${LINES} WHERE inbox = 'released' AND token IS NOT NULL`;
    expect(await database.admin(left)).toEqual([{ line }]);
    await unlock();
  });

  it('replays the others, then waits for a row that is locked', async () => {
    const queue = await ended('waited', 'evt_w1', 'evt_w2', 'evt_w3');
    const unlock = await database.lock(
      `SELECT FROM ${EVENTS} WHERE event_id = 'evt_w2' FOR UPDATE`,
    );
    const replaying = queue.replay({ since: 0 });
    await until(async () => (await database.lockWaits()) > 0);
    const open = `SELECT 1 FROM ${EVENTS} WHERE inbox = 'waited' AND ended_at IS NULL`;
    expect(await database.admin(open)).toHaveLength(2);
    await unlock();
    expect(await replaying).toEqual({ count: 3, failures: [] });
  });

  it('replays the others, and tells of a row that is refused', async () => {
    const errors: unknown[] = [];
    await ended('replayed', 'evt_r1', 'evt_r2', 'evt_r3');
    await refuse(`kept_ended BEFORE UPDATE ON ${EVENTS}`, "OLD.event_id = 'evt_r2'");
    const inbox = postgresInbox(database.pool(), {
      name: 'replayed',
      onError: (error) => errors.push(error),
    });
    expect(await inbox.replay({ since: 0 })).toBe(2);
    expect(errors).toEqual([refused]);
  });

  it('cleans up the others, and tells of a row that is refused', async () => {
    const queue = await ended('cleaned', 'evt_c1', 'evt_c2', 'evt_c3');
    await refuse(`kept_old BEFORE DELETE ON ${EVENTS}`, "OLD.event_id = 'evt_c2'");
    await database.admin(
      `UPDATE ${EVENTS} SET ended_at = now() - interval '1 year' WHERE inbox = 'cleaned'`,
    );
    await expect(queue.cleanUp()).rejects.toThrow('kept by a trigger');
    expect(await database.admin(`SELECT event_id FROM ${EVENTS} WHERE inbox = 'cleaned'`)).toEqual([
      { event_id: 'evt_c2' },
    ]);
  });

  it('recovers the others, and tells of a row that is refused', async () => {
    const { queue, events } = await leased('recovered', 'evt_e1', 'evt_e2', 'evt_e3');
    await database.admin(`UPDATE ${LINES} SET lease_end = now() WHERE inbox = 'recovered'`);
    await refuse(
      `kept_leased BEFORE UPDATE ON ${LINES}`,
      `OLD.line = '${events[1]?.line}' AND NEW.token IS NULL`,
    );
    await expect(queue.recover()).rejects.toThrow('kept by a trigger');
    expect(
      await database.admin(`SELECT 1 FROM ${LINES} WHERE inbox = 'recovered' AND suspect`),
    ).toHaveLength(2);
  });

  it('runs the other suspects beside a damaged one', async () => {
    const { queue, events } = await leased('suspected', 'evt_s1', 'evt_s2');
    await database.admin(`UPDATE ${LINES} SET lease_end = now() WHERE inbox = 'suspected'`);
    await queue.recover();
    expect(events).toHaveLength(2);
    await database.admin(`UPDATE ${EVENTS} SET event = '{' WHERE event_id = 'evt_s1'`);
    const seen: string[] = [];
    const inbox = postgresInbox(database.pool(), {
      name: 'suspected',
      pollInterval: 20,
      onError: () => {},
    });
    const worker = await inbox.work(async ({ id }) => {
      seen.push(id);
      return { kind: 'processed' };
    });
    await until(async () => (await inbox.deadLetters()).length + seen.length === 2);
    await worker.stop();
    expect(seen).toEqual(['evt_s2']);
  });
});
