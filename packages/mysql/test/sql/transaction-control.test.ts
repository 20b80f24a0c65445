import { expect, it } from 'vitest';
import { TransactionControl } from '../../src/sql/transaction-control.js';

it.each([
  'SELECT 1',
  ' ( SELECT 1 ) ;',
  'INSERT INTO effects VALUES (?)',
  'WITH a AS (SELECT 1) SELECT * FROM a',
  'SAVEPOINT a',
  'ROLLBACK TO SAVEPOINT a',
  'BEGIN',
])('%j leaves nothing in the session', (sql) => {
  const control = new TransactionControl();
  control.check(sql);
  expect(control.hasChangedSession).toBe(false);
});

it.each([
  'SET NAMES latin1',
  "set @@session.sql_mode = ''",
  'SET @a = 1',
  'CREATE TEMPORARY TABLE a (b INT)',
  "PREPARE a FROM 'SELECT 1'",
  'CALL anything()',
  "SELECT GET_LOCK('a', 0)",
  "DO get_lock('a', 0)",
  'SELECT 1; SET NAMES latin1',
])('%j may leave something in the session, also when others follow', (sql) => {
  const control = new TransactionControl();
  control.check(sql);
  control.check('SELECT 1');
  expect(control.hasChangedSession).toBe(true);
});

it('USE is refused, naming the cure', () => {
  expect(() => new TransactionControl().check('/* x */ Use `other`')).toThrow(
    /cannot change the database .* Name the table with its database/,
  );
});
