import { type InboxStatements, inboxStatements } from '../../src/inbox/inbox-statements.js';
import { postgresInbox } from '../../src/inbox/index.js';
import { postgresInboxSettings } from '../../src/inbox/postgres-inbox-settings.js';
import { EVENTS, LINES } from './inbox-tables.js';
import type { TestDatabase } from './server.js';

const KEY = '00000000-0000-8000-8000-000000000000';

// The parameters of each statement, after the name of the inbox.
const values: Record<keyof InboxStatements, readonly unknown[]> = {
  store: ['=dv_new', 'evt_new', KEY, '{}', 0],
  fetch: [10, 'token', 'worker'],
  fetchSuspect: [1, 'token', 'worker'],
  eventOf: ['=line_7', 'token_7'],
  begin: ['=line_7', 'token_7', true],
  renew: [
    ['=line_7', '=line_8'],
    ['token_7', 'token_8'],
  ],
  endedByHand: ['=line_7', 'token_7'],
  renewOne: ['=line_7', 'token_7'],
  end: ['=line_7', 'token_7', 'processed', null, 1],
  endUnreadable: ['=line_7', 'token_7', 'dead_letter', 'gone', 1],
  retryLater: ['=line_7', 'token_7', 'no', 1000],
  putBack: ['=line_7', 'token_7'],
  release: ['token_7'],
  recover: [],
  expired: [],
  recoverOne: ['=line_7'],
  cleanUp: [86_400_000],
  old: [86_400_000],
  deleteOld: [86_400_000, 'done_7', KEY],
  isPaused: [],
  pause: [],
  resume: [],
  deadLetters: [100],
  chooseById: ['done_7'],
  chooseByTime: [7, 9],
  chooseDeadByTime: [7, 9],
  replayUnlocked: [['done_7'], [KEY], false],
  replay: [['done_7'], [KEY], false],
  notify: ['channel'],
};

const statements = inboxStatements(postgresInboxSettings({}), 5000);

// They run once for each event that is gone or was ended by hand.
const RARE = ['endedByHand', 'endUnreadable'];

/** Fills the tables. Suspects, leases and dead letters are one in a thousand each. */
export async function fillInbox(
  database: TestDatabase,
  counts: { readonly done: number; readonly waiting: number },
): Promise<void> {
  await postgresInbox(database.pool()).migrate();
  await database.admin(
    `INSERT INTO ${EVENTS}
       (inbox, event_id, key, line, position, received_at, ended_at, outcome, event)
     SELECT 'inbox', 'done_' || n, gen_random_uuid(), '=line_' || n % 5000, n, n,
       now() - n * interval '1 s', CASE n % 1000 WHEN 0 THEN 'dead_letter' ELSE 'processed' END, '{}'
     FROM generate_series(1, $1::int) n`,
    [counts.done],
  );
  await database.admin(
    `INSERT INTO ${EVENTS} (inbox, event_id, key, line, position, received_at, event)
     SELECT 'inbox', 'open_' || n, gen_random_uuid(), '=line_' || n, 1, n, '{}'
     FROM generate_series(1, $1::int) n`,
    [counts.waiting],
  );
  await database.admin(
    `INSERT INTO ${LINES} (inbox, line, run_at, suspect, token, lease_end)
     SELECT 'inbox', '=line_' || n, now() - n * interval '1 s', n % 1000 = 1,
       CASE n % 1000 WHEN 7 THEN 'token_' || n END, CASE n % 1000 WHEN 7 THEN now() END
     FROM generate_series(1, $1::int) n`,
    [counts.waiting],
  );
}

/** The statements that read a whole table, or sort what waits, with their plans. */
export async function statementsWithoutIndex(database: TestDatabase): Promise<string[]> {
  const bad: string[] = [];
  for (const [name, text] of Object.entries(statements)) {
    if (RARE.includes(name)) continue;
    const given = Object.entries(values).find(([of]) => of === name)?.[1] ?? [];
    const rows = await database.admin(`EXPLAIN ${text}`, ['inbox', ...given]);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const sortsWaiting = name.startsWith('fetch') && plan.includes('Sort Key: inbox_lines.run_at');
    if (sortsWaiting || /Seq Scan on inbox_(events|lines)/.test(plan)) bad.push(`${name}: ${plan}`);
  }
  return bad;
}
