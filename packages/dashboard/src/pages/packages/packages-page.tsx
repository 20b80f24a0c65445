import type { Item } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { formatDuration } from '../../clock/local-time.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { RowLink, useOpen } from '../../resource/references.js';
import { Card, Empty } from '../../ui/card.js';
import type { Column } from '../../ui/data-table.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Money } from '../../ui/money.js';
import { Loading } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Status } from '../../ui/status.js';
import { wordsOf } from '../../words/words-of.js';
import { packageForm } from './package-form.js';

const columns: readonly Column<Item<'listPackages'>>[] = [
  { title: 'Name', cell: ({ id, name }) => <RowLink to="/packages/$id" id={id} text={name} /> },
  {
    title: 'Price',
    cell: ({ priceCents, currency }) => <Money cents={priceCents} currency={currency} />,
  },
  { title: 'Price from', from: 'sm', cell: ({ priceSource }) => <Status value={priceSource} /> },
  { title: 'Checks', from: 'lg', cell: ({ checkTypeSlugs }) => checkTypeSlugs.join(', ') },
  { title: 'Made by', from: 'md', cell: ({ custom }) => (custom ? 'You' : 'Catalog') },
  {
    title: 'State',
    from: 'sm',
    cell: ({ archived }) => <Status value={archived ? 'archived' : 'available'} />,
  },
];

/** The packages, and the checks that a new one may have. */
export function PackagesPage() {
  return (
    <ListPage
      title="Packages"
      lead="A report runs the checks of a package and costs its price."
      actions={<CreatePackage />}
      list="listPackages"
      columns={columns}
      empty={
        <Empty title="There is no package yet.">
          <p>Reports are ordered by package.</p>
          <CreatePackage />
        </Empty>
      }
    >
      <CheckTypesCard />
    </ListPage>
  );
}

function CreatePackage() {
  const open = useOpen('/packages/$id');
  return <Action operation="createPackage" look="primary" {...packageForm()} onDone={open} />;
}

function CheckTypesCard() {
  const checkTypes = useOperation('listCheckTypes');
  return (
    <Card title="Check types" flush>
      {checkTypes.isError && (
        <div className="px-4 pb-4">
          <ErrorNote error={checkTypes.error} />
        </div>
      )}
      {checkTypes.isPending && <Loading />}
      {checkTypes.data && (
        <PlainTable
          label="Check types and their list prices"
          columns={[
            { title: 'Name' },
            { title: 'Category', from: 'sm' },
            { title: 'List price', right: true },
            { title: 'Takes about', right: true, from: 'sm' },
          ]}
          rows={checkTypes.data.data.map((each) => ({
            key: each.slug,
            cells: [
              <span key="name">
                {each.name}
                <span className="block font-mono text-xs text-muted">{each.slug}</span>
              </span>,
              wordsOf(each.category),
              <Money key="price" cents={each.listPriceCents} currency={each.currency} />,
              <span key="time" className="whitespace-nowrap">
                {formatDuration(each.typicalDurationSeconds * 1000)}
              </span>,
            ],
          }))}
        />
      )}
    </Card>
  );
}
