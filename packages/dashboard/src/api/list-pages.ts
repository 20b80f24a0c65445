import type { InfiniteData } from '@tanstack/react-query';

export interface ListPage {
  readonly data: readonly object[];
  readonly nextCursor: string | null;
}

/** The loaded pages of a list, newest first, each with its cursor. */
export type Pages = InfiniteData<ListPage, string | undefined>;

/**
 * Replaces all rows down to the last row of the newest page, and keeps the rows after it. If the known pages do not contain that
 * row, rows may be missing in between, so only the newest page is kept.
 */
export function withHead({ pages, pageParams }: Pages, head: ListPage): Pages {
  const last = head.data.at(-1);
  const isLast = (row: object) => last !== undefined && idOf(row) === idOf(last);
  const at = pages.findIndex(({ data }) => data.some(isLast));
  const page = pages[at];
  if (!page || head.nextCursor === null) return { pages: [head], pageParams: [undefined] };
  const under = page.data.slice(page.data.findIndex(isLast) + 1);
  return {
    pages: [{ ...page, data: [...head.data, ...under] }, ...pages.slice(at + 1)],
    pageParams: [undefined, ...pageParams.slice(at + 1)],
  };
}

/** The pages with newer versions of their rows, without rows that no longer match the filter of the list. */
export function withRows(
  { pages, pageParams }: Pages,
  rows: ReadonlyMap<string, object>,
  filter: object,
): Pages {
  const update = (row: object) => {
    const newer = rows.get(idOf(row));
    if (!newer) return [row];
    return fits(newer, filter) ? [newer] : [];
  };
  const changed = pages.map((page) =>
    page.data.some((row) => rows.has(idOf(row)))
      ? { ...page, data: page.data.flatMap(update) }
      : page,
  );
  return { pages: changed, pageParams };
}

/** Whether a row matches a filter. Ignores filters that are not properties of the row. */
function fits(row: object, filter: object): boolean {
  const values: Readonly<Record<string, unknown>> = { ...row };
  return Object.entries(filter).every(
    ([name, wanted]) => !(name in values) || String(values[name]) === String(wanted),
  );
}

export function idOf(row: object): string {
  if ('id' in row) return String(row.id);
  if ('verificationId' in row) return String(row.verificationId);
  if ('tenantId' in row) return String(row.tenantId);
  return 'slug' in row ? String(row.slug) : JSON.stringify(row);
}
