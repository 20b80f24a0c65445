import fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, expect, it } from 'vitest';
import { splitStatements } from '../../src/sql/split-statements.js';
import { describeOnServer, useTestDatabase } from '../support/server.js';

/** The first words of each statement. */
const firstWords = (text: string, backslashEscapes = false): readonly string[] =>
  splitStatements(text, backslashEscapes).map(({ words }) => words[0] ?? '');

// Each is one statement for the server, and hides words and semicolons that would end a transaction.
const HIDDEN = [
  `SELECT 'a;COMMIT;'`,
  `SELECT 'it''s; COMMIT'`,
  `SELECT '\\'`,
  `SELECT E'\\'; COMMIT; --'`,
  `SELECT e'a''b\\\\'`,
  `SELECT E'a'\n  '\\'; COMMIT; '`,
  `SELECT 'a' -- '\n ' ; COMMIT '`,
  `SELECT U&'\\0041;'`,
  `SELECT N'a;'`,
  `SELECT B'01', X'1F'`,
  'SELECT $$ ; COMMIT; $$',
  `SELECT $a$ ; $$ ' COMMIT; $b$ $a$`,
  'SELECT 1 AS a$b$c, 2 AS d$b$e',
  `SELECT 1 AS "a;""COMMIT"`,
  'SELECT /* ; /* COMMIT; */ ; */ 1',
  'SELECT 1 -- ; COMMIT',
  'SELECT 1 -- /* \n',
  'SELECT 2 */* ; */ 3',
  'SELECT (ARRAY[1, 2])[1]',
  'SELECT CASE WHEN true THEN 1 END AS end',
  'SELECT 1 AS begin, 2 AS commit',
  `DO $body$ BEGIN PERFORM 1; END; $body$`,
  `CREATE OR REPLACE FUNCTION pg_temp.atomic() RETURNS int LANGUAGE sql
    BEGIN ATOMIC SELECT 1 AS end; SELECT CASE WHEN true THEN (SELECT 2) END; END`,
  'CREATE OR REPLACE PROCEDURE pg_temp.atomic_too() BEGIN ATOMIC SELECT 1; END',
];
const SEPARATORS = [';', ' ; ', ';\n', ';;', '; -- COMMIT\n', ';/* ; */'];

describeOnServer('splitStatements', () => {
  let client: Client;
  useTestDatabase(async ({ url }) => {
    client = new Client(url);
    await client.connect();
  });
  afterAll(() => client.end());

  it('finds as many statements as the server runs', async () => {
    const texts = fc.array(
      fc.record({ sql: fc.constantFrom(...HIDDEN), separator: fc.constantFrom(...SEPARATORS) }),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (parts) => {
        const text = parts.map(({ sql, separator }) => `${sql}\n${separator}`).join('');
        const results: unknown = await client.query(text);
        const ran = Array.isArray(results) ? results.length : 1;
        expect(splitStatements(text).length).toBe(ran);
      }),
      { numRuns: 300 },
    );
  });

  it('reads each hidden statement as one', async () => {
    for (const text of HIDDEN) {
      expect(Array.isArray(await client.query(text))).toBe(false);
      expect(splitStatements(text), text).toHaveLength(1);
    }
  });
});

it('finds a COMMIT after any statement, at its place', () => {
  const parts = fc.array(fc.constantFrom(...HIDDEN), { maxLength: 5 });
  const prefixes = fc.constantFrom('', ' ', '-- a\n', '/* /* */ */', '\f\v\t', '/**/--\r');
  fc.assert(
    fc.property(parts, prefixes, parts, (before, prefix, after) => {
      const head = before.map((sql) => `${sql}\n;`).join('');
      const tail = after.map((sql) => `;${sql}\n`).join('');
      const found = splitStatements(`${head}${prefix}COMMIT${tail}`)[before.length];
      expect(found?.words[0]).toBe('commit');
      expect(found?.start).toBe(head.length + prefix.length);
      expect(found?.end).toBe(head.length + prefix.length + 'COMMIT'.length);
    }),
  );
});

it('never throws or hangs, and its statements are in order', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      ...[`'`, '"', '$', '$a$', ';', '\\', '--', '/*', '*/', '\n', ' ', '('],
      ...[')', 'E', 'a', '1', '.', 'BEGIN', 'ATOMIC', 'END', 'CREATE', 'COMMIT', 'é', '\0'],
    ),
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, fc.boolean(), (sql, backslashEscapes) => {
      let end = 0;
      for (const statement of splitStatements(sql, backslashEscapes)) {
        expect(statement.start).toBeGreaterThanOrEqual(end);
        expect(statement.end).toBeGreaterThan(statement.start);
        end = statement.end;
      }
    }),
  );
});

it('reads plain strings as the server does without standard_conforming_strings', () => {
  expect(firstWords(`SELECT 'a\\'; COMMIT; --'`)).toEqual(['select', 'commit']);
  expect(firstWords(`SELECT 'a\\'; COMMIT; --'`, true)).toEqual(['select']);
  expect(firstWords(`SELECT'a\\'; COMMIT; --'`, true)).toEqual(['select']);
  expect(firstWords(`SELECT N'a\\'; COMMIT; --'`, true)).toEqual(['select']);
});

it('takes a string of a megabyte', () => {
  for (const quoted of [`'${"a''".repeat(400_000)}'`, `E'${'\\\\'.repeat(500_000)}'`]) {
    expect(firstWords(`SELECT ${quoted}; COMMIT`)).toEqual(['select', 'commit']);
  }
});
