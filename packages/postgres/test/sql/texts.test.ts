import { expect, it, onTestFinished } from 'vitest';
import { claimStatements } from '../../src/claim-statements.js';
import { inboxStatements } from '../../src/inbox/inbox-statements.js';
import { postgresInbox } from '../../src/inbox/index.js';
import { postgresInboxSettings } from '../../src/inbox/postgres-inbox-settings.js';
import { postgresStore } from '../../src/index.js';
import { resultRows, sentValues } from '../../src/sql/sql-client.js';
import { borrowPglite } from '../support/open-pglite.js';

// https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat
const TEXT = 25;

it('every parameter and every answer of the store and the inbox is text, which drivers leave as it is', async () => {
  const { pglite, giveBack } = await borrowPglite();
  onTestFinished(giveBack);
  await postgresStore(pglite).migrate();
  await postgresInbox(pglite).migrate();
  const statements = {
    ...claimStatements('screening_webhook_claims', 5000),
    ...inboxStatements(postgresInboxSettings({}), 5000),
  };
  for (const [name, text] of Object.entries(statements)) {
    const { queryParams, resultFields } = await pglite.describeQuery(text);
    const types = [...queryParams, ...resultFields].map(({ dataTypeID }) => dataTypeID);
    expect(new Set(types), name).toEqual(new Set([TEXT]));
  }
});

it('rows are read by position, whatever a driver calls and makes of their columns', () => {
  const rows = [['1', null, 'é']];
  expect(resultRows([{ First: 1n, SecondColumn: undefined, third: Buffer.from('é') }])).toEqual(
    rows,
  );
  expect(resultRows({ rows: [[1, null, 'é']] })).toEqual(rows);
  expect(resultRows([{ rows: [] }, { rows: [['1', null, 'é']] }])).toEqual(rows);
});

it('a pool of pg is asked for the text of each column, in order', async () => {
  const sent: unknown[] = [];
  const connection = {
    async query(query: unknown) {
      sent.push(query);
      return { rows: [] };
    },
    release() {},
    on() {},
    off() {},
  };
  const pool = { totalCount: 0, query: connection.query, connect: async () => connection };
  await postgresStore(pool).claim('key', 'owner', 1.5);
  const types = { getTypeParser: expect.any(Function) };
  const values = ['key', 'owner', '1.5'];
  expect(sent).toEqual([expect.objectContaining({ rowMode: 'array', types, values })]);
});

it('values are sent as text', async () => {
  const { pglite, giveBack } = await borrowPglite();
  onTestFinished(giveBack);
  const odd = ['', 'a,b', '{"c"}', 'NULL', '\\', '\'"\n'];
  const [array, ...others] = sentValues([odd, 1.5, true, null]);
  expect(others).toEqual(['1.5', 'true', null]);
  const { rows } = await pglite.query('SELECT $1::text::text[] AS texts', [array]);
  expect(rows).toEqual([{ texts: odd }]);
});
