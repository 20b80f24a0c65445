import { createHash } from 'node:crypto';
import { and, asc, type Column, desc, gt, type SQL, sql } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { list, text } from '../limits/bounded.js';
import { limits } from '../limits/limits.js';
import { Problem } from './problem.js';

/** The query parameters of every list. */
export const pageQuery = {
  limit: z
    .preprocess(readDecimal, z.int().min(1).max(limits.pageObjects.most))
    .default(25)
    .describe('Objects on a page.'),
  cursor: text('cursor').optional().describe('`nextCursor` of the page before.'),
};

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The envelope of every list (service tables 1.1), newest first. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    object: z.literal('list'),
    data: list('pageObjects', item),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable(),
  });
}

/** How a list is read: the rows beyond the cursor, in its order, and one more to tell whether there are others. */
export interface PageRange {
  readonly where: SQL | undefined;
  readonly orderBy: SQL;
  readonly limit: number;
}

/** The place of a row in its list. */
export interface Position {
  readonly seq: number;
  /** Absent in a list that goes up by a number. */
  readonly created?: Date;
}

/**
 * @param filter What the cursor is for: a cursor of another list is refused.
 * @param created The time of creation, by which every list goes. `seq` orders what was created at the same time. An index that
 * ends with both columns serves the order, the cursor and the filters by time.
 * @throws Problem for a cursor that this list did not give.
 */
export function pageRange(
  seq: Column,
  query: PageQuery,
  filter: object,
  created: Column,
): PageRange {
  const before = query.cursor === undefined ? undefined : readCursor(query.cursor, filter);
  return {
    where: before && rowsBefore(before, seq, created),
    orderBy: sql`${desc(created)}, ${desc(seq)}`,
    limit: query.limit + 1,
  };
}

/** The same for a list that goes up by a number, such as that of a line. It is the `seq` of its rows for {@link page}. */
export function ascendingRange(number: Column, query: PageQuery, filter: object): PageRange {
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, filter);
  if (after && (after.created !== undefined || after.seq > LARGEST_INTEGER)) throw invalidCursor();
  return {
    where: after && gt(number, after.seq),
    orderBy: asc(number),
    limit: query.limit + 1,
  };
}

/** The rows of a range that meet a condition. */
export function rowsIn<Query extends PgSelect>(
  query: Query,
  range: PageRange,
  where: SQL | undefined,
) {
  return query.where(and(where, range.where)).orderBy(range.orderBy).limit(range.limit);
}

/** The envelope of the rows that {@link pageRange} has found. It has fewer than asked for when they are large. */
export function page<Row extends Position, Item>(
  rows: readonly Row[],
  query: PageQuery,
  filter: object,
  toWire: (row: Row) => Item,
) {
  return envelope(rows, fitting(oneByOne(rows.slice(0, query.limit), toWire)), filter);
}

/** The same for objects that are read together, such as those with objects of other tables. */
export async function pageTogether<Row, Item>(
  rows: readonly Row[],
  positionOf: (row: Row) => Position,
  query: PageQuery,
  filter: object,
  toWire: (rows: readonly Row[]) => Promise<readonly Item[]>,
) {
  const items = await toWire(rows.slice(0, query.limit));
  return envelope(rows.map(positionOf), fitting(items), filter);
}

function envelope<Item>(rows: readonly Position[], data: Item[], filter: object) {
  const last = rows[data.length - 1];
  const hasMore = rows.length > data.length;
  return {
    object: 'list' as const,
    data,
    hasMore,
    nextCursor: hasMore && last ? writeCursor(last, filter) : null,
  };
}

// What does not fit is not made.
function* oneByOne<Row, Item>(rows: readonly Row[], toWire: (row: Row) => Item): Iterable<Item> {
  for (const row of rows) yield toWire(row);
}

/** The first objects that fit into an answer. One always: else no cursor would come past a large one. */
export function fitting<Item>(items: Iterable<Item>): Item[] {
  const shown: Item[] = [];
  // Of the first bracket. Each object has a comma or the last one after it.
  let bytes = 1;
  for (const item of items) {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    if (bytes > limits.pageBytes.most && shown.length > 0) break;
    shown.push(item);
  }
  return shown;
}

/** The envelope of a list that has one page. */
export function wholeList<Item>(data: Item[]) {
  return { object: 'list' as const, data, hasMore: false, nextCursor: null };
}

// The database compares no other number with an integer.
const LARGEST_INTEGER = 2 ** 31 - 1;

// `Number` alone takes `0x10` and the empty string.
function readDecimal(text: unknown): unknown {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function rowsBefore(before: Position, seq: Column, created: Column): SQL {
  if (!before.created) throw invalidCursor();
  const time = before.created.toISOString();
  return sql`(${created}, ${seq}) < (${time}::timestamptz, ${before.seq}::bigint)`;
}

function writeCursor({ seq, created }: Position, filter: object): string {
  const parts = created ? [seq, created.getTime()] : [seq];
  return Buffer.from([...parts, digest(filter)].join('.')).toString('base64url');
}

function readCursor(cursor: string, filter: object): Position {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, seq, ms, of] = /^(\d{1,15})(?:\.(-?\d{1,15}))?\.(\w+)$/.exec(text) ?? [];
  if (seq === undefined || of !== digest(filter)) throw invalidCursor();
  if (ms === undefined) return { seq: Number(seq) };
  const created = new Date(Number(ms));
  const year = created.getUTCFullYear();
  // The database does not take others.
  if (year < 1 || year > 9999) throw invalidCursor();
  return { seq: Number(seq), created };
}

function invalidCursor(): Problem {
  return new Problem(
    'cursor_invalid',
    'cursor: expected nextCursor of a page of this list, with the same filters.',
  );
}

function digest(filter: object): string {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined);
  return createHash('sha256').update(JSON.stringify(set)).digest('hex').slice(0, 12);
}
