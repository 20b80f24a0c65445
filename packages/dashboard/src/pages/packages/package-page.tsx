import { useOperation } from '../../api/use-operation.js';
import { formatDuration } from '../../clock/local-time.js';
import { Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { byId, detailOf } from '../../resource/detail.js';
import { forgetName, NameLink, ObjectId } from '../../resource/references.js';
import { Card, FactsCard } from '../../ui/card.js';
import { LinkButton } from '../../ui/link-button.js';
import { Money } from '../../ui/money.js';
import { Page } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { wordsOf } from '../../words/words-of.js';
import { packageForm, sumOfListPrices } from './package-form.js';

export const PackagePage = detailOf('getPackage', byId, function Shown({ found }) {
  const { id, name, slug, priceCents, currency, priceSource, custom, archived } = found;
  return (
    <Page
      title={name}
      lead={<Status value={archived ? 'archived' : 'available'} />}
      actions={
        <>
          <LinkButton to="/reports" search={{ packageId: id }} label="Reports" />
          <Action
            operation="changePackage"
            submit="Save package"
            path={{ id }}
            on={found}
            initial={{ name, checkTypeSlugs: found.checkTypeSlugs }}
            {...packageForm(found)}
            onDone={() => forgetName('package', id)}
          />
          <Action operation="archivePackage" look="danger" path={{ id }} on={found} confirm={slug}>
            No report can be ordered with it any more. Its reports go on.
          </Action>
        </>
      }
    >
      <FactsCard
        title="Facts"
        rows={{
          Price: <Money cents={priceCents} currency={currency} />,
          'Price from': <Status value={priceSource} />,
          'Made by': custom ? 'You' : 'Catalog',
          Slug: <Text mono>{slug}</Text>,
          ID: <ObjectId id={id} />,
          Created: <Time value={found.createdAt} />,
          Changed: <Time value={found.updatedAt} />,
        }}
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
        columns={[
          { title: 'Name' },
          { title: 'Category', from: 'sm' },
          { title: 'Takes about', right: true, from: 'sm' },
          { title: 'List price', right: true },
        ]}
        rows={slugs.map((slug) => {
          const found = checkTypes.find((each) => each.slug === slug);
          return {
            key: slug,
            cells: [
              <NameLink key="name" kind="check" id={slug} />,
              found && wordsOf(found.category),
              found && formatDuration(found.typicalDurationSeconds * 1000),
              found && <Money key="price" cents={found.listPriceCents} currency={found.currency} />,
            ],
          };
        })}
        foot={[
          'Sum of list prices',
          '',
          '',
          <Money key="sum" cents={sumOfListPrices(checkTypes, slugs)} currency={currency} />,
        ]}
      />
    </Card>
  );
}
