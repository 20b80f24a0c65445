import { PgDialect } from 'drizzle-orm/pg-core';
import { describe, expect, it } from 'vitest';
import { bulkImportRows, events } from '../../../src/service/db/schema/index.js';
import { ascendingRange, page, pageRange } from '../../../src/service/http/paging.js';
import { recordsOf, sharedService } from '../../support/service.js';

const query = { limit: 1 };
const created = new Date('2026-01-31T09:00:00.123Z');

function cursorOf(row: { readonly seq: number; readonly created?: Date }): string {
  return page([row, row], query, {}, () => null).nextCursor ?? '';
}

const byTime = (cursor: string) =>
  pageRange(events.seq, { ...query, cursor }, {}, events.created).where;
const byNumber = (cursor: string) =>
  ascendingRange(bulkImportRows.line, { ...query, cursor }, {}).where;

function altered(cursor: string, from: RegExp, to: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  return Buffer.from(text.replace(from, to)).toString('base64url');
}

describe('a cursor', () => {
  it('leads on in the list that gave it', () => {
    expect(byTime(cursorOf({ seq: 7, created }))).toBeDefined();
    expect(byNumber(cursorOf({ seq: 7 }))).toBeDefined();
  });

  it('of a list that goes by time is none of a list that does not, nor the other way round', () => {
    expect(() => byNumber(cursorOf({ seq: 7, created }))).toThrow('cursor');
    expect(() => byTime(cursorOf({ seq: 7 }))).toThrow('cursor');
  });

  it.each(['999999999999999', '-99999999999999'])(
    'with the time %s, which the database does not take, is refused',
    (ms) => {
      const cursor = altered(cursorOf({ seq: 7, created }), /\.\d+\./, `.${ms}.`);
      expect(() => byTime(cursor)).toThrow('cursor');
    },
  );
});

describe('objects of one time', () => {
  const service = sharedService();

  it('have the order in which they were made', () => {
    const { orderBy } = pageRange(events.seq, query, {}, events.created);
    expect(new PgDialect().sqlToQuery(orderBy).sql).toBe(
      '"events"."created" desc, "events"."seq" desc',
    );
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
