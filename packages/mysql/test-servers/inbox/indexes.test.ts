import { expect, it } from 'vitest';
import { inboxStatements } from '../../src/inbox/inbox-statements.js';
import { mysqlInboxSettings } from '../../src/inbox/mysql-inbox-settings.js';
import { EVENTS, LINES, useInboxDatabase } from '../support/inbox-tables.js';
import { describeOnServer } from '../support/server.js';

const statements = inboxStatements(mysqlInboxSettings({}));
const held = { line: '=line_7', token: 'token_7' };
const lines = [held.line, '=line_8'];

// All that read rows of events or lines.
const reading: Readonly<Record<string, string>> = {
  poll: statements.poll,
  lockDue: statements.lockDue(0, 10),
  'lockDue, of suspects': statements.lockDue(1, 1),
  'lockDue, beside refused lines': statements.lockDue(0, 10, lines),
  lease: statements.lease(lines, 'token', 'worker'),
  headsOf: statements.headsOf(lines),
  begin: statements.begin(held, true),
  renew: statements.renew(lines),
  renewOne: statements.renewOne(held),
  tokensOf: statements.tokensOf([held, { line: '=line_8', token: 'token_8' }]),
  lockHeld: statements.lockHeld(held),
  endHead: statements.endHead(held.line, 1, {
    outcome: 'processed',
    reason: undefined,
    attempts: 1,
  }),
  removeLine: statements.removeLine(held.line),
  moveLine: statements.moveLine(held.line, 2),
  retryLater: statements.retryLater(held, 'no', 1000),
  putBack: statements.putBack(held),
  heldBy: statements.heldBy(held.token),
  selectHeldBy: statements.selectHeldBy(lines, held.token),
  release: statements.release(lines),
  findExpired: statements.findExpired,
  selectExpired: statements.selectExpired(lines),
  suspectLines: statements.suspectLines(lines),
  findOld: statements.findOld(86_400_000, 0),
  selectOld: statements.selectOld([7, 8], 86_400_000),
  deleteOld: statements.deleteOld([7, 8]),
  deadLetters: statements.deadLetters(100),
  chooseById: statements.chooseById('done_7'),
  chooseByTime: statements.chooseByTime({ since: 7, until: 9 }),
  'chooseByTime, of dead letters': statements.chooseByTime({ since: 7, until: 9, deadOnly: true }),
  selectChosen: statements.selectChosen([7, 8], false),
  endsOf: statements.endsOf(lines),
  reopen: statements.reopen([
    [7, 1],
    [8, 2],
  ]),
};

describeOnServer('in a table with thousands of events', () => {
  const database = useInboxDatabase();

  it('each statement finds its rows by an index, and a fetch sorts nothing', async () => {
    const { admin } = database;
    // One in a thousand is a suspect, leased or a dead letter.
    await admin(`INSERT INTO ${EVENTS}
        (inbox, event_id, event_key, line, received_at, ended_at, outcome, event)
      SELECT 'inbox', CONCAT('done_', seq), UUID(), CONCAT('=line_', seq MOD 500), seq, seq,
        IF(seq MOD 1000 = 0, 'dead_letter', 'processed'), '{}' FROM seq_1_to_20000`);
    await admin(`INSERT INTO ${EVENTS}
        (inbox, event_id, event_key, line, position, received_at, event)
      SELECT 'inbox', CONCAT('open_', seq), UUID(), CONCAT('=line_', seq), 1, seq, '{}'
        FROM seq_1_to_5000`);
    await admin(`INSERT INTO ${LINES} (inbox, line, last, run_at, suspect, token, lease_end)
      SELECT 'inbox', CONCAT('=line_', seq), 1, seq, seq MOD 1000 = 1,
        IF(seq MOD 1000 = 7, CONCAT('token_', seq), NULL), IF(seq MOD 1000 = 7, seq, NULL)
        FROM seq_1_to_5000`);
    await admin(`ANALYZE TABLE ${EVENTS}, ${LINES}`);
    const bad: string[] = [];
    for (const [name, text] of Object.entries(reading)) {
      for (const { table, type, Extra } of await admin(`EXPLAIN ${text}`)) {
        const readsAll = type === 'ALL' || type === 'index';
        const sorts = name.startsWith('lockDue') && String(Extra).includes('filesort');
        if (readsAll || sorts) bad.push(`${name}: ${table} ${type} ${Extra}`);
      }
    }
    expect(bad).toEqual([]);
  });
});
