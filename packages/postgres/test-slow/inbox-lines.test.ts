import type { LeasedEvent } from '@screening-webhooks/core/store-kit';
import type { Pool } from 'pg';
import { eventOf } from 'screening-webhooks-test-support/inbox';
import { idOf } from 'screening-webhooks-test-support/queues/queue-under-test';
import { until } from 'screening-webhooks-test-support/until';
import { beforeAll, expect, it } from 'vitest';
import { inboxStatements } from '../src/inbox/inbox-statements.js';
import { postgresEventQueue } from '../src/inbox/postgres-event-queue.js';
import { postgresInboxSettings } from '../src/inbox/postgres-inbox-settings.js';
import { createSqlClient } from '../src/sql/create-sql-client.js';
import { clear, EVENTS, LINES, useInboxDatabase } from '../test-servers/support/inbox-tables.js';
import { describeOnServer, type TestDatabase } from '../test-servers/support/server.js';

const CLIENTS = 5;
const EVENTS_PER_CLIENT = 30;
// Few, so that stores and ends of one line meet all the time.
const VERIFICATIONS = 3;

describeOnServer('concurrent stores, ends, failures and replays', () => {
  const database = useInboxDatabase();
  beforeAll(async () => {
    // Locks on lines are held for longer than usual, so that other statements wait for them.
    await database.admin(`CREATE FUNCTION linger() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(random() * 0.001); RETURN NULL; END $$`);
    await database.admin(`CREATE TRIGGER linger AFTER INSERT OR UPDATE OR DELETE ON ${LINES}
      FOR EACH ROW EXECUTE FUNCTION linger()`);
  });

  // Whatever the transactions of the session are by default.
  it.each(['read committed', 'repeatable read', 'serializable'])(
    'keep each line complete, in order, with at most one event running, by default in %s',
    async (isolation) => {
      const options = `-c search_path=pg_temp -c default_transaction_isolation=${isolation.replace(' ', '\\ ')}`;
      const settings = postgresInboxSettings({ orderBy: 'verificationId', lease: 3_600_000 });
      const clients = Array.from({ length: CLIENTS }, () =>
        postgresEventQueue(
          createSqlClient(database.pool({ max: 2, options, idleTimeoutMillis: 100 })),
          settings,
        ),
      );
      const running = new Set<string>();
      const overlaps: string[] = [];
      const ended: string[] = [];
      let turns = 0;
      const total = CLIENTS * EVENTS_PER_CLIENT;

      async function handle(queue: (typeof clients)[number], held: LeasedEvent): Promise<void> {
        if (running.has(held.line)) overlaps.push(idOf(held));
        running.add(held.line);
        turns += 1;
        const choice = turns % 10;
        // Removed before the write: once it has committed, another client may hold the line.
        running.delete(held.line);
        if (choice < 2) expect(await queue.retryLater(held, 'no', 0)).toBe(true);
        else if (choice === 2) expect(await queue.putBack(held)).toBe(true);
        else {
          ended.push(idOf(held));
          expect(await queue.end(held, { outcome: 'processed', attempts: 1 })).toBe(true);
        }
      }

      async function storeAll(queue: (typeof clients)[number], client: number): Promise<void> {
        for (let index = 0; index < EVENTS_PER_CLIENT; index += 1) {
          const event = eventOf(`evt_${client}_${index}`, `dv_${index % VERIFICATIONS}`);
          // A third is stored twice at the same moment.
          const copies = index % 3 === 0 ? 2 : 1;
          const stores = Array.from({ length: copies }, () => queue.store(event, event.id, 0));
          expect((await Promise.all(stores)).filter(Boolean)).toHaveLength(1);
        }
      }

      async function workUntilDone(queue: (typeof clients)[number], client: number): Promise<void> {
        for (let turn = 0; ended.length < total; turn += 1) {
          const { events } = await queue.fetch(1 + (turn % 3), `${client}.${turn}`);
          await Promise.all(events.map((held) => handle(queue, held)));
          await expectCompleteLines(database);
        }
      }

      await Promise.all(
        clients.flatMap((queue, client) => [storeAll(queue, client), workUntilDone(queue, client)]),
      );
      expect(overlaps).toEqual([]);
      expect([ended.length, new Set(ended).size]).toEqual([total, total]);
      // Each client has stored the events of a line one after the other.
      const inOrder = ended.toSorted((a, b) => lineAndIndex(a) - lineAndIndex(b));
      expect(ended.toSorted((a, b) => line(a) - line(b))).toEqual(inOrder);
      expect(await database.admin(`SELECT FROM ${LINES}`)).toEqual([]);
    },
  );
});

const [client, index] = [
  (id: string) => Number(id.split('_')[1]),
  (id: string) => Number(id.split('_')[2]),
];
const line = (id: string): number => client(id) * VERIFICATIONS + (index(id) % VERIFICATIONS);
const lineAndIndex = (id: string): number => line(id) * EVENTS_PER_CLIENT + index(id);

interface Write {
  readonly text: string;
  readonly values: unknown[];
}

describeOnServer('a statement that waits for the lock of a line', () => {
  const database = useInboxDatabase();
  let one: Pool;
  let two: Pool;
  beforeAll(() => {
    [one, two] = [database.pool({ max: 1 }), database.pool({ max: 1 })];
  });

  const statements = inboxStatements(postgresInboxSettings({}), 5000);
  const key = (n: number): string => `00000000-0000-8000-8000-00000000000${n}`;
  const storing = (n: number): Write => ({
    text: statements.store,
    values: ['inbox', '=line', `evt_${n}`, key(n), '{}', n],
  });
  const ending = {
    text: statements.end,
    values: ['inbox', '=line', 'a', 'processed', null, 1],
  };
  const writes: Record<string, Write> = {
    'a store': storing(3),
    'the same store': storing(3),
    'an end': ending,
    'a replay': { text: statements.replay, values: ['inbox', ['evt_1'], [key(1)], false] },
  };
  const firsts = ['a store', 'an end', 'a replay'];
  const pairs = firsts.flatMap((first) => Object.keys(writes).map((second) => [second, first]));

  // With one open event, its end removes the line; with two, it moves the head.
  it.each(pairs)('keeps the line complete: %s after %s', async (second = '', first = '') => {
    for (const open of [1, 2]) {
      await clear(database);
      await database.admin(storing(1).text, storing(1).values);
      await database.admin(statements.fetch, ['inbox', 1, 'a', '']);
      await database.admin(ending.text, ending.values);
      await database.admin(storing(2).text, storing(2).values);
      if (open === 2) await database.admin(storing(4).text, storing(4).values);
      await database.admin(statements.fetch, ['inbox', 1, 'a', '']);
      await one.query('BEGIN');
      await one.query(writes[first] ?? expect.unreachable());
      const waiting = two
        .query(writes[second] ?? expect.unreachable())
        .catch((error: unknown) => error);
      await until(async () => (await database.lockWaits()) === 1);
      await one.query('COMMIT');
      await waiting;
      await expectCompleteLines(database);
    }
  });
});

/** At every moment, the open events of a line are those from its head to its last. */
async function expectCompleteLines(database: TestDatabase): Promise<void> {
  const broken = await database.admin(
    `SELECT * FROM (
       SELECT inbox, line, min(position) AS first, max(position) AS latest, count(*) AS open
       FROM ${EVENTS} WHERE ended_at IS NULL GROUP BY inbox, line
     ) AS events FULL JOIN ${LINES} AS lines USING (inbox, line)
     WHERE (head, last, last - head + 1) IS DISTINCT FROM (first, latest, open)`,
  );
  expect(broken).toEqual([]);
}
