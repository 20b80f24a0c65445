import { createHash } from 'node:crypto';
import { type Column, desc, lt, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { Problem } from './problem.js';

/** The query parameters of every list. */
export const pageQuery = {
  limit: z
    .preprocess(readDecimal, z.int().min(1).max(100))
    .default(25)
    .describe('Objects on a page.'),
  cursor: z.string().optional().describe('`nextCursor` of the page before.'),
};

export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The envelope of every list (service tables 1.1), newest first. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    object: z.literal('list'),
    data: z.array(item),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable(),
  });
}

/** How a list is read: the rows before the cursor, newest first, and one more to tell whether there are others. */
export interface PageRange {
  readonly where: SQL | undefined;
  readonly orderBy: SQL;
  readonly limit: number;
}

/**
 * @param filter What the cursor is for: a cursor of another list is refused.
 * @throws Problem for a cursor that this list did not give.
 */
export function pageRange(seq: Column, query: PageQuery, filter: object): PageRange {
  const before = query.cursor === undefined ? undefined : readCursor(query.cursor, filter);
  return {
    where: before === undefined ? undefined : lt(seq, before),
    orderBy: desc(seq),
    limit: query.limit + 1,
  };
}

/** The envelope of the rows that {@link pageRange} has found. */
export function page<Row extends { readonly seq: number }, Item>(
  rows: readonly Row[],
  query: PageQuery,
  filter: object,
  toWire: (row: Row) => Item,
) {
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const hasMore = rows.length > query.limit;
  return {
    object: 'list' as const,
    data: shown.map(toWire),
    hasMore,
    nextCursor: hasMore && last ? writeCursor(last.seq, filter) : null,
  };
}

/** The envelope of a list that has one page. */
export function wholeList<Item>(data: Item[]) {
  return { object: 'list' as const, data, hasMore: false, nextCursor: null };
}

// `Number` alone takes `0x10` and the empty string.
function readDecimal(text: unknown): unknown {
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : text;
}

function writeCursor(seq: number, filter: object): string {
  return Buffer.from(`${seq}.${digest(filter)}`).toString('base64url');
}

function readCursor(cursor: string, filter: object): number {
  const [, seq, of] = /^(\d{1,15})\.(\w+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (seq !== undefined && of === digest(filter)) return Number(seq);
  throw new Problem(
    'cursor_invalid',
    'cursor: expected nextCursor of a page of this list, with the same filters.',
  );
}

function digest(filter: object): string {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined);
  return createHash('sha256').update(JSON.stringify(set)).digest('hex').slice(0, 12);
}
