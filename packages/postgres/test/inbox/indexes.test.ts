import { beforeAll, expect, it } from 'vitest';
import { inboxStatements } from '../../src/inbox/inbox-statements.js';
import { postgresInbox } from '../../src/inbox/index.js';
import { postgresInboxSettings } from '../../src/inbox/postgres-inbox-settings.js';
import { createTestDatabase, describeOnServer, type TestDatabase } from '../support/server.js';

const SCHEMA = 'screening_webhook_inbox';
const KEY = '00000000-0000-8000-8000-000000000000';

// The parameters of each statement, after the name of the inbox.
const values: Record<keyof ReturnType<typeof inboxStatements>, readonly unknown[]> = {
  store: ['=dv_new', 'evt_new', KEY, '{}', 0],
  fetch: [10, 'token', 'worker'],
  fetchSuspect: [1, 'token', 'worker'],
  eventOf: ['=line_7', 'token_7'],
  begin: ['=line_7', 'token_7', true],
  renew: [
    ['=line_7', '=line_8'],
    ['token_7', 'token_8'],
  ],
  end: ['=line_7', 'token_7', 'processed', null, 1],
  retryLater: ['=line_7', 'token_7', 'no', 1000],
  putBack: ['=line_7', 'token_7'],
  release: ['token_7'],
  recover: [],
  cleanUp: [86_400_000],
  isPaused: [],
  pause: [],
  resume: [],
  deadLetters: [100],
  chooseById: ['done_7'],
  chooseByTime: [7, 9],
  chooseDeadByTime: [7, 9],
  replay: [['done_7'], [KEY], false],
  notify: ['channel'],
};

describeOnServer('with 30,000 ended events and 20,000 lines that wait', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    await postgresInbox(database.pool()).migrate();
    // No row of an expired lease, a suspect or a dead letter stands out: each is one in a thousand.
    await database.admin(`INSERT INTO ${SCHEMA}.inbox_events
      (inbox, event_id, key, line, position, received_at, ended_at, outcome, event)
      SELECT 'inbox', 'done_' || n, gen_random_uuid(), '=line_' || n % 5000, n, n,
        now() - n * interval '1 s', CASE n % 1000 WHEN 0 THEN 'dead_letter' ELSE 'processed' END, '{}'
      FROM generate_series(1, 30000) n`);
    await database.admin(`INSERT INTO ${SCHEMA}.inbox_events
      (inbox, event_id, key, line, position, received_at, event)
      SELECT 'inbox', 'open_' || n, gen_random_uuid(), '=line_' || n, 1, n, '{}'
      FROM generate_series(1, 20000) n`);
    await database.admin(`INSERT INTO ${SCHEMA}.inbox_lines
      (inbox, line, run_at, suspect, token, lease_end)
      SELECT 'inbox', '=line_' || n, now() - n * interval '1 s', n % 1000 = 1,
        CASE n % 1000 WHEN 7 THEN 'token_' || n END, CASE n % 1000 WHEN 7 THEN now() END
      FROM generate_series(1, 20000) n`);
  });

  const statements = inboxStatements(postgresInboxSettings({}));
  const names = Object.keys(statements) as (keyof typeof statements)[];

  it.each([
    ['without statistics', ''],
    ['with statistics', `ANALYZE ${SCHEMA}.inbox_events, ${SCHEMA}.inbox_lines`],
  ])('no statement reads a whole table or sorts what waits, %s', async (_name, prepare) => {
    if (prepare !== '') await database.admin(prepare);
    for (const name of names) {
      const text = `EXPLAIN ${statements[name]}`;
      const rows = await database.admin(text, ['inbox', ...values[name]]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan, name).not.toMatch(/Seq Scan on inbox_(events|lines)/);
      if (name.startsWith('fetch'))
        expect(plan, name).not.toContain('Sort Key: inbox_lines.run_at');
    }
  });
});
