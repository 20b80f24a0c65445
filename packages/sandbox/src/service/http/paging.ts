import { createHash } from 'node:crypto';
import { and, asc, type Column, desc, gt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { list, text } from '../limits/bounded.js';
import { limits } from '../limits/limits.js';
import { Problem } from './problem.js';
import type { RowsQuery } from './resource.js';

export const pageQuery = {
  limit: z
    .preprocess(readDecimal, z.int().min(1).max(limits.pageObjects.most))
    .default(25)
    .describe('The most objects on a page.'),
  cursor: text('cursor').optional().describe('`nextCursor` of the previous page.'),
};

interface PageQuery {
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

export interface Position {
  readonly number: number;
  /** `undefined` in a list that ascends by a number. */
  readonly time: Date | undefined;
}

/** The order of a list. An index that ends with these columns serves the order, the cursor and the filters by time. */
export interface Order {
  readonly number: Column;
  /** The list descends by it, and then by the number. `undefined` if it ascends by the number. */
  readonly time: Column | undefined;
}

interface PageOfRows<Row, Item> {
  readonly rows: RowsQuery<Row>;
  readonly order: Order;
  readonly where: SQL | undefined;
  readonly query: PageQuery;
  /** Cursors are bound to it: a cursor of another list is refused. */
  readonly filter: object;
  readonly positionOf: (row: Row) => Position;
  readonly toWire: (rows: readonly Row[]) => Promise<readonly Item[]>;
}

/**
 * Reads a page of the rows that meet a condition. It has fewer than requested when they are large.
 *
 * @throws Problem for a cursor that this list did not give.
 */
export async function readPage<Row, Item>(wanted: PageOfRows<Row, Item>) {
  const { order, where, query, filter } = wanted;
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor, filter, order);
  const { number, time } = order;
  // One more row shows whether others follow.
  const rows = await wanted.rows
    .where(and(where, after))
    .orderBy(time ? sql`${desc(time)}, ${desc(number)}` : asc(number))
    .limit(query.limit + 1);
  const data = fitting(await wanted.toWire(rows.slice(0, query.limit)));
  const last = rows[data.length - 1];
  const hasMore = rows.length > data.length;
  return {
    object: 'list' as const,
    data,
    hasMore,
    nextCursor: hasMore && last ? writeCursor(wanted.positionOf(last), filter) : null,
  };
}

/** The first objects that fit into an answer. At least one: otherwise no cursor would get past a large one. */
export function fitting<Item>(items: Iterable<Item>): Item[] {
  const shown: Item[] = [];
  // The first bracket. A comma or the last bracket follows each object.
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

// The database compares no larger number with an integer.
const LARGEST_INTEGER = 2 ** 31 - 1;

// `Number` alone takes `0x10` and the empty string.
function readDecimal(text: unknown): unknown {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function writeCursor({ number, time }: Position, filter: object): string {
  const parts = time ? [number, time.getTime()] : [number];
  return Buffer.from([...parts, digest(filter)].join('.')).toString('base64url');
}

/** The condition of the rows beyond a cursor. */
function readCursor(cursor: string, filter: object, order: Order): SQL {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, digits, ms, of] = /^(\d{1,15})(?:\.(-?\d{1,15}))?\.(\w+)$/.exec(text) ?? [];
  const number = Number(digits);
  if (digits === undefined || of !== digest(filter)) throw invalidCursor();
  if (!order.time) {
    if (ms !== undefined || number > LARGEST_INTEGER) throw invalidCursor();
    return gt(order.number, number);
  }
  const time = new Date(Number(ms));
  const year = time.getUTCFullYear();
  // The database takes no other years.
  if (ms === undefined || !(year >= 1 && year <= 9999)) throw invalidCursor();
  return sql`(${order.time}, ${order.number}) < (${time.toISOString()}::timestamptz, ${number}::bigint)`;
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
