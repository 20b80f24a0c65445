import type { Item } from '../../api/operations.js';
import { formatDuration } from '../../clock/local-time.js';
import { ListPage } from '../../resource/list-page.js';
import { RowLink } from '../../resource/references.js';
import { Empty } from '../../ui/card.js';
import { type Columns, noTime } from '../../ui/data-table.js';
import { Money } from '../../ui/money.js';
import { Text } from '../../ui/text.js';
import { wordsOf } from '../../words/words-of.js';

const columns: Columns<Item<'listCheckTypes'>> = [
  {
    title: 'Name',
    cell: ({ slug, name }) => <RowLink to="/check-types/$id" id={slug} text={name} />,
  },
  { title: 'Category', from: 'sm', cell: ({ category }) => wordsOf(category) },
  {
    title: 'List price',
    right: true,
    cell: ({ listPriceCents, currency }) => <Money cents={listPriceCents} currency={currency} />,
  },
  {
    title: 'Takes about',
    right: true,
    from: 'sm',
    cell: ({ typicalDurationSeconds }) => formatDuration(typicalDurationSeconds * 1000),
  },
  { title: 'Slug', from: 'lg', cell: ({ slug }) => <Text mono>{slug}</Text> },
  noTime,
];

/** The checks that a package may have. */
export function CheckTypesPage() {
  return (
    <ListPage
      title="Check types"
      lead="The checks that a package may have."
      list="listCheckTypes"
      columns={columns}
      empty={<Empty title="There is no check type." />}
    />
  );
}
