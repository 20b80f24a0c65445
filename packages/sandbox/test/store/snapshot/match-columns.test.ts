import { expect, it } from 'vitest';
import type { Column } from '../../../src/store/snapshot/columns.js';
import { matchColumns } from '../../../src/store/snapshot/match-columns.js';

function column(table: string, name: string, changes: Partial<Column> = {}): Column {
  return {
    table,
    relation: `oid of ${table}`,
    number: 1,
    name,
    type: 'text',
    sequence: null,
    ...changes,
  };
}

it('takes what both have, by name', () => {
  const now = [column('a', 'kept'), column('a', 'new', { number: 3 }), column('b', 'new')];
  const saved = [
    column('a', 'kept'),
    column('a', 'dropped', { number: 2 }),
    column('c', 'dropped'),
  ];
  expect(matchColumns(now, saved)).toEqual([
    { table: 'a', saved: 'a', columns: [['kept', 'kept']] },
    { table: 'b', saved: undefined, columns: [] },
  ]);
});

it('finds columns and tables that have another name', () => {
  const relation = 'one oid';
  const now = [
    column('later', 'last', { relation }),
    column('later', 'id', { relation, number: 2 }),
  ];
  const saved = [
    column('once', 'first', { relation }),
    column('once', 'id', { relation, number: 2 }),
  ];
  expect(matchColumns(now, saved)).toEqual([
    {
      table: 'later',
      saved: 'once',
      columns: [
        ['last', 'first'],
        ['id', 'id'],
      ],
    },
  ]);
});

it('believes names before numbers, which a dump changes', () => {
  const now = [column('a', 'x', { relation: '2' }), column('b', 'y', { relation: '1', number: 2 })];
  const saved = [
    column('a', 'x', { relation: '1', number: 2 }),
    column('b', 'y', { relation: '2' }),
  ];
  expect(matchColumns(now, saved)).toEqual([
    { table: 'a', saved: 'a', columns: [['x', 'x']] },
    { table: 'b', saved: 'b', columns: [['y', 'y']] },
  ]);
  const another = [column('a', 'x'), column('a', 'z', { number: 2, type: 'bigint' })];
  expect(matchColumns([column('a', 'x'), column('a', 'y', { number: 2 })], another)).toEqual([
    { table: 'a', saved: 'a', columns: [['x', 'x']] },
  ]);
});
