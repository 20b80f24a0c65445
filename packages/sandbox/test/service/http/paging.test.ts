import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { bulkImportRows, events } from '../../../src/service/db/schema/index.js';
import { type Order, readPage } from '../../../src/service/http/paging.js';
import type { RowsQuery } from '../../../src/service/http/resource.js';
import { recordsOf, sharedService } from '../../support/service.js';

const rows = { seq: 7, line: 7, created: new Date('2026-01-31T09:00:00.123Z') };
const dialect = new PgDialect();

/** Reads a page of two rows, and returns the queries that the database got. */
async function read(order: Order, cursor?: string) {
  const asked: SQL[] = [];
  const query: RowsQuery<typeof rows> = {
    where(condition) {
      if (condition) asked.push(condition);
      return query;
    },
    orderBy(...by) {
      asked.push(...by);
      return query;
    },
    limit: () => query,
    for: () => query,
    // biome-ignore lint/suspicious/noThenProperty: a query is awaited.
    then: (take) => Promise.resolve([rows, rows]).then(take),
  };
  const page = await readPage({
    rows: query,
    order,
    where: undefined,
    query: { limit: 1, cursor },
    filter: {},
    positionOf: ({ seq, created }) => ({ number: seq, time: order.time && created }),
    toWire: async (shown) => shown,
  });
  return { cursor: page.nextCursor ?? '', asked: asked.map((one) => dialect.sqlToQuery(one).sql) };
}

const byTime: Order = { number: events.seq, time: events.created };
const byNumber: Order = { number: bulkImportRows.line, time: undefined };

function altered(cursor: string, from: RegExp, to: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  return Buffer.from(text.replace(from, to)).toString('base64url');
}

describe('a cursor', () => {
  it('leads on in the list that gave it', async () => {
    const down = await read(byTime, (await read(byTime)).cursor);
    expect(down.asked[0]).toBe(
      '("events"."created", "events"."seq") < ($1::timestamptz, $2::bigint)',
    );
    const up = await read(byNumber, (await read(byNumber)).cursor);
    expect(up.asked).toEqual(['"bulk_import_rows"."line" > $1', '"bulk_import_rows"."line" asc']);
  });

  it('of a list that goes by time is none of a list that does not, nor the other way round', async () => {
    await expect(read(byNumber, (await read(byTime)).cursor)).rejects.toThrow('cursor');
    await expect(read(byTime, (await read(byNumber)).cursor)).rejects.toThrow('cursor');
  });

  it.each(['999999999999999', '-99999999999999'])(
    'with the time %s, which the database does not take, is refused',
    async (ms) => {
      const cursor = altered((await read(byTime)).cursor, /\.\d+\./, `.${ms}.`);
      await expect(read(byTime, cursor)).rejects.toThrow('cursor');
    },
  );
});

describe('objects of one time', () => {
  const service = sharedService();

  it('have the order in which they were made', async () => {
    expect((await read(byTime)).asked).toEqual(['"events"."created" desc, "events"."seq" desc']);
  });

  it('are on one page each', async () => {
    const type = 'document_verification.completed';
    await service().control('/trigger', { type, count: 5 });
    const idsOf = (list: unknown) => recordsOf(list).map(({ id }) => id);
    const all = idsOf((await service().send('GET', '/v1/events'))['data']);
    const paged: unknown[] = [];
    let next: unknown = '';
    for (let cursor = ''; next !== null; cursor = `&cursor=${String(next)}`) {
      const body = await service().send('GET', `/v1/events?limit=2${cursor}`);
      paged.push(...idsOf(body['data']));
      next = body['nextCursor'];
    }
    expect(all).toHaveLength(5);
    expect(paged).toEqual(all);
  });
});
