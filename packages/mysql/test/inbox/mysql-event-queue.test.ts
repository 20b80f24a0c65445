import { UnreadableEvent } from '@screening-webhooks/core/store-kit';
import { expect, it } from 'vitest';
import { mysqlEventQueue } from '../../src/inbox/mysql-event-queue.js';
import { mysqlInboxSettings } from '../../src/inbox/mysql-inbox-settings.js';
import { type SqlResult, sqlClient } from '../../src/sql/sql-client.js';

// The order of its statements. Their effects on a server: test-servers.

const held = {
  line: '=dv_1',
  token: 'token',
  event: new UnreadableEvent('gone'),
  attempts: 0,
  deaths: 0,
};

/** A queue on a server that answers statements with these rows, and the statements that it has sent. */
function queueOn(rowsFor: (sql: string) => SqlResult['rows']) {
  const texts: string[] = [];
  const connection = {
    connection: {},
    async query({ sql }: { readonly sql: string }) {
      texts.push(sql);
      return [sql.startsWith('SELECT') ? rowsFor(sql) : { affectedRows: 0 }];
    },
    release() {},
    destroy() {},
  };
  const sql = sqlClient({ getConnection: async () => connection }, 1000);
  return { queue: mysqlEventQueue(sql, mysqlInboxSettings({})), texts };
}

it('renews what it can lock at once, and tells of the others that are held', async () => {
  const line = { line: held.line, token: held.token };
  const other = { ...held, line: '=dv_2' };
  const { queue, texts } = queueOn((sql) =>
    sql.includes('FOR UPDATE') ? [line] : [line, { ...line, line: other.line }],
  );
  expect(await queue.renewal.unlocked([held, other])).toEqual({
    renewed: new Set([held]),
    locked: new Set([other]),
  });
  const locking = texts.filter((text) => text.includes('FOR UPDATE'));
  expect(locking).toEqual([expect.stringMatching(/FOR UPDATE SKIP LOCKED$/)]);
});

it.each([
  ['is a row of its own as a dead letter', 'dead_letter', 1],
  ['leaves no row when it was processed', 'processed', 0],
] as const)('an event that is gone %s', async (_name, outcome, rows) => {
  const { queue, texts } = queueOn(() => [{ head: 1, last: 1 }]);
  expect(await queue.end(held, { outcome, attempts: 0 })).toBe(true);
  expect(texts.filter((text) => text.startsWith('INSERT'))).toHaveLength(rows);
});
