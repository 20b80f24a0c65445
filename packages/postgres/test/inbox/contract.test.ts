import { createHash } from 'node:crypto';
import type { PGlite } from '@electric-sql/pglite';
import { store, workAndNote } from 'screening-webhooks-test-support/inbox';
import { expectQueueOfOracle } from 'screening-webhooks-test-support/queues/interleavings';
import { inboxContractSuite } from 'screening-webhooks-test-support/stores/contract-suites';
import { until } from 'screening-webhooks-test-support/until';
import { beforeAll, describe, expect, it } from 'vitest';
import { inboxStatements } from '../../src/inbox/inbox-statements.js';
import { postgresInbox } from '../../src/inbox/index.js';
import { postgresInboxSettings } from '../../src/inbox/postgres-inbox-settings.js';
import { contractInbox } from '../support/contract-inbox.js';
import { borrowPglite, withOtherParsers } from '../support/open-pglite.js';
import { oracleQueue } from '../support/oracle-queue.js';

describe('postgresInbox on PGlite', () => {
  let pglite: PGlite;
  beforeAll(async () => {
    const borrowed = await borrowPglite();
    ({ pglite } = borrowed);
    return borrowed.giveBack;
  });
  const run = (text: string) => pglite.query(text);

  describe('keeps the contract of inboxes, with parsers and serializers of the app', () => {
    beforeAll(() => withOtherParsers(pglite));
    // PGlite allows one connection, so both instances share it.
    inboxContractSuite(contractInbox(() => [pglite, pglite], run));
  });

  it('has a queue that does what its contract says, whatever two workers do', async () => {
    await expectQueueOfOracle(await oracleQueue(pglite, run), 30);
  });

  it('notifies an idle worker of what another instance stores', async () => {
    // Nothing is found by polling.
    const patient = () =>
      postgresInbox(pglite, { name: 'patient', pollInterval: 3_600_000, lease: 3_600_000 });
    await patient().migrate();
    const worker = await workAndNote(patient());
    await store(patient(), 'evt_1');
    await until(() => worker.seen.length === 1);
    await worker.stop();
  });

  // PGlite never collects statistics by itself, and PostgreSQL collects them when it likes.
  const waiting = `
    INSERT INTO "full".inbox_lines (inbox, line) SELECT 'inbox', n FROM generate_series(1, 5000) n;
    UPDATE "full".inbox_lines SET token = 'mine', lease_end = now() + interval '1 hour' WHERE line::int <= 10;
    UPDATE "full".inbox_lines SET token = 'lost', lease_end = now() WHERE line::int BETWEEN 11 AND 20;
    INSERT INTO "full".inbox_events (inbox, event_id, key, line, position, received_at, event)
      SELECT 'inbox', n, gen_random_uuid(), n, 1, 0, '{}' FROM generate_series(1, 5000) n`;
  const ended = `
    INSERT INTO "full".inbox_events (inbox, event_id, key, line, position, received_at, event, ended_at, outcome)
      SELECT 'inbox', n, md5(n::text)::uuid, n, 0, 0, '{}', now(), 'dead_letter' FROM generate_series(1, 5000) n`;
  it.each([
    ['there are no statistics', [waiting, ended]],
    ['no event waited when they were collected', [ended, 'VACUUM ANALYZE', waiting]],
    ['none had ended', [waiting, 'VACUUM ANALYZE', ended]],
  ])('reads a few rows, however many events wait, if %s', async (_statistics, steps) => {
    await pglite.exec('DROP SCHEMA IF EXISTS "full" CASCADE');
    await postgresInbox(pglite, { schema: 'full' }).migrate();
    for (const step of steps) await pglite.exec(step);
    const statements = inboxStatements(postgresInboxSettings({ schema: 'full' }), 5000);
    const ten = Array.from({ length: 10 }, (_, index) => index + 1);
    const list = (of: (n: number) => string) => `{${ten.map(of).join()}}`;
    const keyOf = (n: number) => createHash('md5').update(`${n}`).digest('hex');
    const keys = list(keyOf);
    const cases = [
      [statements.fetch, '10', 'mine', 'worker'],
      [statements.renew, list(String), list(() => 'mine')],
      [statements.release, 'mine'],
      [statements.recover],
      [statements.recoverOne, '11'],
      [statements.begin, '1', 'mine', 'true'],
      [statements.renewOne, '1', 'mine'],
      [statements.retryLater, '1', 'mine', 'reason', '1000'],
      [statements.putBack, '1', 'mine'],
      [statements.end, '1', 'mine', 'processed', '', '1'],
      [statements.eventOf, '1', 'mine'],
      [statements.deadLetters, '10'],
      [statements.chooseById, '1'],
      [statements.deleteOld, '-1000', '1', keyOf(1)],
      [statements.replay, list(String), keys, 'true'],
      [statements.replayUnlocked, list(String), keys, 'true'],
    ] as const;
    const rowsRead = async (): Promise<number> => {
      const { rows } = await pglite.query<{ read: number }>(`SELECT
        sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS read FROM pg_stat_xact_user_tables`);
      return rows[0]?.read ?? Number.NaN;
    };
    for (const [statement, ...parameters] of cases) {
      const values = ['inbox', ...parameters].map((value) => `'${value}'`);
      await pglite.exec(`BEGIN; PREPARE statement AS ${statement}`);
      let read = Number.NaN;
      // After five times, PostgreSQL may keep the plan.
      for (let times = 0; times < 7; times += 1) {
        const before = await rowsRead();
        await pglite.exec(`SAVEPOINT before; EXECUTE statement(${values.join()})`);
        read = (await rowsRead()) - before;
        await pglite.exec('ROLLBACK TO before');
      }
      await pglite.exec('ROLLBACK; DEALLOCATE statement');
      expect(read, statement).toBeGreaterThan(0);
      // Each of up to four parts reads ten rows.
      expect(read, statement).toBeLessThan(50);
    }
  });
});
