import { describe, expect, it } from 'vitest';
import { type ListPage, type Pages, withHead, withRows } from '../../src/api/list-pages.js';

const page = (ids: string, nextCursor: string | null = 'more'): ListPage => ({
  data: [...ids].map((id) => ({ id, status: 'pending' })),
  nextCursor,
});

/** The shown rows, page by page, and the cursor of the next page. */
const shown = ({ pages }: Pages) => [
  ...pages.map(({ data }) => data.map((row) => Reflect.get(row, 'id')).join('')),
  pages.at(-1)?.nextCursor,
];

const loaded: Pages = {
  pages: [page('fed', 'after d'), page('cba', 'after a')],
  pageParams: [undefined, 'after d'],
};

describe('the newest page', () => {
  it.each([
    ['has the same rows', page('fed'), ['fed', 'cba', 'after a']],
    ['has a new row', page('gfe'), ['gfed', 'cba', 'after a']],
    ['lacks a row that is gone', page('fdc'), ['fdcba', 'after a']],
    ['reaches into the next page', page('fedcb'), ['fedcba', 'after a']],
    ['has nothing of what is loaded', page('zyx'), ['zyx', 'more']],
    ['ends with a row that was not loaded', page('fex'), ['fex', 'more']],
    ['is the only one', page('f', null), ['f', null]],
    ['is empty', page('', null), ['', null]],
  ])('%s', (_what, head, expected) => {
    expect(shown(withHead(loaded, head))).toEqual(expected);
  });

  it('says what its rows are now', () => {
    const head = { ...page('f'), data: [{ id: 'f', status: 'done' }] };
    expect(withHead(loaded, head).pages[0]?.data).toEqual([
      { id: 'f', status: 'done' },
      { id: 'e', status: 'pending' },
      { id: 'd', status: 'pending' },
    ]);
  });

  it('leaves as many cursors as pages', () => {
    expect(withHead(loaded, page('fedc')).pageParams).toEqual([undefined]);
    expect(withHead(loaded, page('gfe')).pageParams).toEqual([undefined, 'after d']);
  });
});

describe('a newer form of a row', () => {
  const newer = (row: { id: string; status?: string }) => new Map([[row.id, row]]);

  it('takes its place, and leaves other pages as they are', () => {
    const now = withRows(loaded, newer({ id: 'b', status: 'done' }), {});
    expect(now.pages[0]).toBe(loaded.pages[0]);
    expect(now.pages[1]?.data[1]).toEqual({ id: 'b', status: 'done' });
  });

  it('leaves a list whose filter it does not fit', () => {
    const now = withRows(loaded, newer({ id: 'b', status: 'done' }), { status: 'pending' });
    expect(shown(now)).toEqual(['fed', 'ca', 'after a']);
  });

  it('stays where the filter is about something that it does not have', () => {
    const now = withRows(loaded, newer({ id: 'b', status: 'done' }), { q: 'text' });
    expect(shown(now)).toEqual(['fed', 'cba', 'after a']);
  });

  it('that is in no list changes nothing', () => {
    expect(withRows(loaded, newer({ id: 'z' }), {}).pages).toEqual(loaded.pages);
  });
});
