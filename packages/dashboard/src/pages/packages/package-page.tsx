import { useOperation } from '../../api/use-operation.js';
import { formatDuration } from '../../clock/local-time.js';
import { Action } from '../../resource/action.js';
import { byId, detailOf } from '../../resource/detail.js';
import { ObjectFacts } from '../../resource/object-facts.js';
import { factsOf } from '../../resource/property.js';
import { NameLink } from '../../resource/references.js';
import { Card } from '../../ui/card.js';
import { LinkButton } from '../../ui/link-button.js';
import { Money } from '../../ui/money.js';
import { Page } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Status } from '../../ui/status.js';
import { wordsOf } from '../../words/words-of.js';
import { packageForm, sumOfListPrices } from './package-form.js';

export const PackagePage = detailOf('getPackage', byId, function Shown({ found }) {
  const { id, name, slug, currency, archived } = found;
  return (
    <Page
      title={name}
      lead={<Status value={archived ? 'archived' : 'available'} />}
      actions={
        <>
          <LinkButton to="/reports" search={{ packageId: id }} label="Reports" />
          <Action
            operation="changePackage"
            on={found}
            initial={{ name, checkTypeSlugs: found.checkTypeSlugs }}
            {...packageForm(found)}
          />
          <Action operation="archivePackage" look="danger" on={found} confirm={slug}>
            No new reports can be ordered with it. Its reports continue.
          </Action>
        </>
      }
    >
      <ObjectFacts
        of={found}
        rows={factsOf(found, 'priceCents', 'priceSource', 'custom', 'slug')}
      />
      <Checks slugs={found.checkTypeSlugs} currency={currency} />
    </Page>
  );
});

function Checks({ slugs, currency }: { slugs: readonly string[]; currency: string }) {
  const { data } = useOperation('listCheckTypes');
  const checkTypes = data?.data ?? [];
  return (
    <Card title="Checks" flush>
      <PlainTable
        label="Checks of the package"
        rows={checkTypes.filter(({ slug }) => slugs.includes(slug))}
        rowId={({ slug }) => slug}
        columns={[
          {
            title: 'Name',
            cell: ({ slug }) => <NameLink kind="check" id={slug} />,
            foot: 'Sum of list prices',
          },
          { title: 'Category', from: 'sm', cell: ({ category }) => wordsOf(category) },
          {
            title: 'Takes about',
            right: true,
            from: 'sm',
            cell: ({ typicalDurationSeconds }) => formatDuration(typicalDurationSeconds * 1000),
          },
          {
            title: 'List price',
            right: true,
            cell: (check) => <Money cents={check.listPriceCents} currency={check.currency} />,
            foot: <Money cents={sumOfListPrices(checkTypes, slugs)} currency={currency} />,
          },
        ]}
      />
    </Card>
  );
}
