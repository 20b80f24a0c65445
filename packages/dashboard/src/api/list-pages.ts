import type { InfiniteData } from '@tanstack/react-query';

export interface ListPage {
  readonly data: readonly object[];
  readonly nextCursor: string | null;
}

/** The pages of a list that are loaded, newest first, each with the cursor that it was read with. */
export type Pages = InfiniteData<ListPage, string | undefined>;

/**
 * The pages with the newest page in its place: it says all about the rows down to its last one, and those under it stay. Without its
 * last row among them, rows may be missing between the two, so only the newest page is kept.
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

/** The pages with newer forms of their rows, without those that the filter of the list does not fit any more. */
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

/** Whether a row has the values of a filter, as far as it has properties of their names. */
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
