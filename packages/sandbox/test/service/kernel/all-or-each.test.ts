import { asc } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { counters } from '../../../src/service/db/schema/index.js';
import { transactOn } from '../../../src/service/db/sql.js';
import { allOrEach } from '../../../src/service/kernel/all-or-each.js';
import { CLOCK_QUERY } from '../../../src/service/kernel/clock.js';
import { sharedService } from '../../support/service.js';

const service = sharedService();

beforeEach(async () => {
  await service().sql.delete(counters);
});

/** Stores words, at once or one by one, and returns the tried, the failed and the stored words. */
async function store(...words: readonly string[]) {
  const { sql } = service();
  const tried: string[] = [];
  const failed = await transactOn(sql)(CLOCK_QUERY, (tx) =>
    allOrEach(tx, words, async (some) => {
      tried.push(some.join());
      await tx.insert(counters).values(some.map((kind) => ({ kind, last: 1 })));
      if (some.includes('late')) throw new Error('late');
    }),
  );
  const rows = await sql.select().from(counters).orderBy(asc(counters.kind));
  return {
    tried,
    failed: failed.map(({ member }) => member),
    stored: rows.map(({ kind }) => kind),
  };
}

it('does the work of all at once', async () => {
  expect(await store('a', 'b')).toEqual({ tried: ['a,b'], failed: [], stored: ['a', 'b'] });
});

it('does nothing without items', async () => {
  expect(await store()).toEqual({ tried: [], failed: [], stored: [] });
});

it('does the work of each alone that the database refuses together, in their order', async () => {
  expect(await store('a', 'a', 'b')).toEqual({
    tried: ['a,a,b', 'a', 'a', 'b'],
    failed: ['a'],
    stored: ['a', 'b'],
  });
});

it('undoes the writes of a failing member, whatever the error', async () => {
  expect(await store('a', 'late', 'b')).toEqual({
    tried: ['a,late,b', 'a', 'late', 'b'],
    failed: ['late'],
    stored: ['a', 'b'],
  });
});

it('tries one member once', async () => {
  expect(await store('late')).toEqual({ tried: ['late'], failed: ['late'], stored: [] });
});
