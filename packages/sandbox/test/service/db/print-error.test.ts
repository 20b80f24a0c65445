import { DrizzleQueryError, sql } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { printError } from '../../../src/service/db/errors.js';
import { openTestDatabase } from '../../support/open-test-database.js';

const SECRET = 'Maria Mustermann, 123-45-6789';

it('prints names, codes, messages and stacks, of the causes too', () => {
  const cause = Object.assign(new Error('connect failed'), { code: 'ECONNREFUSED' });
  const text = printError(new TypeError('It failed.', { cause }));
  expect(text).toMatch(/^TypeError: It failed\.\n {4}at .*\n/);
  expect(text).toMatch(/\n {2}caused by Error: connect failed \(ECONNREFUSED\)\n {4}at .*/);
});

it('prints no value of a statement that has failed, whichever part of the error has it', async () => {
  const { sql: db, close } = await openTestDatabase();
  onTestFinished(close);
  await db.execute(
    sql`create table kept (id text primary key, body text check (length(body) < 5))`,
  );
  const failures = [
    db.execute(sql`insert into kept values ('a', ${SECRET})`),
    db
      .execute(sql`insert into kept values (${SECRET}, '')`)
      .then(() => db.execute(sql`insert into kept values (${SECRET}, '')`)),
    db.execute(
      sql`select ${SECRET}::text, ${`    at ${SECRET}\n    at ${SECRET}`}::text from nowhere`,
    ),
  ];
  for (const failure of failures) {
    const error: unknown = await failure.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DrizzleQueryError);
    const text = printError(error);
    expect(text).toMatch(
      /^DrizzleQueryError: Failed query: (insert into kept|select \$1).*\n {4}at /,
    );
    expect(text).toMatch(/caused by .*\(SQLSTATE (23514|23505|42P01)\)/);
    expect(text).not.toContain('Maria');
  }
  await db.execute(sql`drop table kept`);
});

it('prints thrown values that are not errors, without their content', () => {
  expect(printError('plain')).toBe("'plain'");
  expect(printError({ body: { name: SECRET } })).not.toContain('Maria');
});

it('prints why several addresses were refused', () => {
  const text = printError(new AggregateError([new Error('first'), new Error('second')]));
  expect(text).toMatch(/^AggregateError: Error: first; Error: second\n/);
});
