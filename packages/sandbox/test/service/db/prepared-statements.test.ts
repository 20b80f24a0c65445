import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { templateFile } from '../../../src/service/db/package-files.js';
import { PreparedStatements } from '../../../src/service/db/prepared-statements.js';

const KEPT = 400;

let pglite: PGlite;
let statements: PreparedStatements;
const run = async (text: string, ...params: unknown[]) =>
  (await statements.run(text, params, {})).rows;

beforeAll(async () => {
  const template = gunzipSync(readFileSync(templateFile() ?? ''));
  pglite = await PGlite.create({ loadDataDir: new Blob([template]) });
  statements = new PreparedStatements(pglite);
  await pglite.exec(`create table things (id int primary key, name text, tags text[], at timestamptz);
    create index on things (name)`);
});
afterAll(() => pglite.close());

/** The number of prepared statements that PostgreSQL keeps. */
async function kept(): Promise<number> {
  const { rows } = await pglite.query<{ kept: number }>(
    'select count(*)::int as kept from pg_prepared_statements',
  );
  return Number(rows[0]?.kept);
}

describe('statements', () => {
  it('give the same rows each time, whatever their values are', async () => {
    const insert = 'insert into things values ($1, $2, $3, $4) returning *';
    const at = new Date('2026-01-02T03:04:05Z');
    for (const id of [1, 2, 3]) {
      const row = { id, name: `it's "${id}"`, tags: ['a,b', '{}'], at };
      expect(await run(insert, id, row.name, row.tags, at)).toEqual([row]);
    }
    const none = { id: 4, name: null, tags: null, at: null };
    expect(await run(insert, 4, null, undefined, null)).toEqual([none]);
    const two = await statements.run('select id, id + 1 as more from things where id = $1', [2], {
      rowMode: 'array',
    });
    expect(two.rows).toEqual([[2, 3]]);
    expect(two.fields.map(({ name }) => name)).toEqual(['id', 'more']);
  });

  it('let the event loop turn, however many come one after the other', async () => {
    let turns = 0;
    setImmediate(() => {
      turns += 1;
    });
    // The bound is far more than needed.
    for (let count = 0; count < 20_000 && turns === 0; count += 1) await run('select 2 as two');
    expect(turns).toBe(1);
  });

  it('are kept from their second run on', async () => {
    const before = await kept();
    expect(await run('select 1 as one')).toEqual([{ one: 1 }]);
    expect(await kept()).toBe(before);
    expect(await run('select 1 as one')).toEqual([{ one: 1 }]);
    expect(await run('select 1 as one')).toEqual([{ one: 1 }]);
    expect(await kept()).toBe(before + 1);
  });

  it('are limited: the least recently used one is removed first', async () => {
    for (let number = 0; number < KEPT + 20; number += 1) {
      for (const time of [1, 2]) {
        expect(await run(`select ${number} as number, $1::int as time`, time)).toEqual([
          { number, time },
        ]);
      }
    }
    expect(await kept()).toBe(KEPT);
    expect(await run('select 0 as number, $1::int as time', 3)).toEqual([{ number: 0, time: 3 }]);
    expect(await kept()).toBe(KEPT);
  });

  it('run on after each other kind of failure', async () => {
    const divide = 'select 10 / $1::int as quotient';
    const codes: unknown[] = [];
    const fails = (text: string, ...params: unknown[]) =>
      run(text, ...params).catch(({ code }) => codes.push(code));
    for (const _ of [1, 2, 3]) {
      await fails(divide, 0);
      expect(await run(divide, 5)).toEqual([{ quotient: 2 }]);
      await fails('select nothing from things');
      await fails('select $1::int', 'x');
      await fails('insert into things (id) values (1)');
    }
    expect(new Set(codes)).toEqual(new Set(['22012', '42703', '22P02', '23505']));
    expect(codes).toHaveLength(12);
  });

  it('continue in a transaction that continues from a savepoint', async () => {
    const read = 'select id from things where id = $1';
    await run('begin');
    await run('savepoint one');
    await expect(run('select 1 / $1::int', 0)).rejects.toMatchObject({ code: '22012' });
    await expect(run(read, 1)).rejects.toMatchObject({ code: '25P02' });
    await run('rollback to one');
    expect(await run(read, 1)).toEqual([{ id: 1 }]);
    await run('rollback');
    expect(await run(read, 1)).toEqual([{ id: 1 }]);
  });

  it('roll back after a failure, however many have run', async () => {
    // Plans are discarded every 1,000 runs, which PostgreSQL refuses in a failed transaction. Each round has three statements, so
    // that each of the three gets its turn.
    for (let time = 0; time < 1000; time += 1) {
      await run('begin');
      await expect(run('select 1 / 0')).rejects.toThrow('division by zero');
      await run('rollback');
    }
  });

  it('are planned anew when the tables have grown', async () => {
    await run('create table growing (id int primary key, name text)');
    await run('create index on growing (name)');
    const read = 'select id from growing where name = $1';
    const plan = () => run('explain execute growing_read(1)');
    await run(`prepare growing_read (text) as ${read}`);
    for (let time = 0; time < 7; time += 1) {
      await run('execute growing_read(1)');
      await run(read, 'x');
    }
    const small = await plan();
    await run("insert into growing select n, 'name ' || n from generate_series(1, 20000) as n");
    expect(await plan()).toEqual(small);
    for (let time = 0; time < 1000; time += 1) await run(read, 'name 7');
    expect(await plan()).not.toEqual(small);
  });

  it('follow a change of what their table has', async () => {
    const read = 'select id from changing';
    await run('create table changing (id int)');
    for (const _ of [1, 2, 3]) expect(await run(read)).toEqual([]);
    await run('drop table changing');
    await run('create table changing (other text, id int)');
    await run("insert into changing values ('a', 7)");
    for (const _ of [1, 2, 3]) expect(await run(read)).toEqual([{ id: 7 }]);
  });
});
