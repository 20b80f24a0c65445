import { type ReactNode, useState } from 'react';
import { useList } from '../../api/use-list.js';
import { useOperation } from '../../api/use-operation.js';
import type { FormState } from '../../resource/form/field.js';
import { Form } from '../../resource/form/form.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Input } from '../../ui/input.js';
import { Money, typedMoney } from '../../ui/money.js';
import { Loading } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Text } from '../../ui/text.js';
import { draftOf, isNoAmount, type Pricing, readDraft, typedIn } from './price-draft.js';

const kinds = [
  ['packages', 'Package'],
  ['checkTypes', 'Check type'],
] as const;

interface Titles {
  readonly title: string;
  readonly ownTitle: string;
}

export function PricesCard({
  own,
  refusal,
  children,
  operation,
  path,
  ...titles
}: Titles & {
  operation: 'setPriceBook' | 'setTenantPricing';
  path?: object;
  /** The tenant's own prices, shown beside the price book. Default: the card shows the book itself. */
  own?: Pricing;
  refusal?: string | undefined;
  children: ReactNode;
}) {
  const [isEdited, setEdited] = useState(false);
  const shared = useOperation('getPriceBook');
  const { catalog, error } = useCatalog();
  const pricing = own ?? shared.data;
  const failed = error ?? shared.error;
  if (!pricing || !shared.data || !catalog) {
    return <Card title={titles.title}>{failed ? <ErrorNote error={failed} /> : <Loading />}</Card>;
  }
  const table = { ...titles, catalog, pricing, book: own && shared.data };
  return (
    <Card
      title={titles.title}
      actions={
        !isEdited && (
          <Button refusal={refusal} onClick={() => setEdited(true)}>
            Change prices
          </Button>
        )
      }
    >
      <div className="mb-3 max-w-prose text-muted">{children}</div>
      {isEdited ? (
        <Form
          operation={operation}
          path={path}
          initial={draftOf(pricing)}
          sent={readDraft}
          submit="Save prices"
          done="Prices saved. They apply to reports ordered from now on."
          when={(form) => ({
            refusal: readDraft(form.body)
              ? undefined
              : 'Enter each price as an amount such as 12.50.',
            fields: <PriceTable {...table} form={form} />,
          })}
          onCancel={() => setEdited(false)}
        />
      ) : (
        <PriceTable {...table} />
      )}
    </Card>
  );
}

type Catalog = NonNullable<ReturnType<typeof useCatalog>['catalog']>;

/**
 * Its fields do not come from the schema, which has no slugs. Each row is a package or check, and shows the price that applies if
 * none is typed. Both kinds are in one table, so that their columns align.
 */
function PriceTable({
  title,
  ownTitle,
  catalog,
  pricing,
  book,
  form,
}: Titles & {
  catalog: Catalog;
  pricing: Pricing;
  book: Pricing | undefined;
  form?: FormState;
}) {
  const { currency } = catalog;
  const shown = (cents: number | undefined) =>
    cents === undefined ? '–' : <Money cents={cents} currency={currency} />;
  const rows = kinds.flatMap(([kind, kindName]) => {
    const known: readonly CatalogEntry[] = catalog[kind];
    const typed = form && typedIn(form.body, kind);
    const others = Object.keys(typed ?? pricing[kind])
      .filter((slug) => !known.some((each) => each.slug === slug))
      .map((slug) => ({ slug, name: slug, cents: undefined, listCents: undefined }));
    return [...known, ...others].map((entry) => ({ ...entry, kind, kindName, typed }));
  });
  return (
    <div className="-mx-4">
      <PlainTable
        label={`${title}, table`}
        rows={rows}
        rowId={({ kind, slug }) => `${kind}.${slug}`}
        columns={[
          {
            title: 'For',
            cell: ({ name, kindName }) => (
              <>
                <Text>{name}</Text>
                <span className="block text-xs text-muted">{kindName}</span>
              </>
            ),
          },
          {
            title: ownTitle,
            right: true,
            cell: ({ kind, slug, name, listCents, typed }) =>
              form ? (
                // The row and the column are the visible label.
                <div className="ml-auto w-28 tabular-nums">
                  <Input
                    label={
                      <span className="sr-only">{`${ownTitle} of ${name} in ${currency}`}</span>
                    }
                    inputMode="decimal"
                    autoComplete="off"
                    style={{ textAlign: 'right' }}
                    value={typed?.[slug] ?? ''}
                    placeholder={typedMoney(book?.[kind][slug] ?? listCents)}
                    error={
                      isNoAmount(typed?.[slug] ?? '')
                        ? 'Type an amount such as 24.50.'
                        : form.problems.find(({ param }) => param === `${kind}.${slug}`)?.message
                    }
                    onChange={({ target }) => form.set(kind, { ...typed, [slug]: target.value })}
                  />
                </div>
              ) : (
                shown(pricing[kind][slug])
              ),
          },
          ...(book
            ? [
                {
                  title: 'Price book',
                  right: true,
                  cell: ({ kind, slug }: (typeof rows)[number]) => shown(book[kind][slug]),
                } as const,
              ]
            : []),
          { title: 'You pay', right: true, cell: ({ cents }) => shown(cents) },
        ]}
      />
      {form && book && (
        <AddPackagePrice
          onAdd={(slug) => form.set('packages', { [slug]: '', ...typedIn(form.body, 'packages') })}
        />
      )}
    </div>
  );
}

/** Adds a row for a tenant's custom package, which the partner cannot list. */
function AddPackagePrice({ onAdd }: { onAdd: (slug: string) => void }) {
  const [slug, setSlug] = useState('');
  const add = () => {
    if (slug.trim() !== '') onAdd(slug.trim());
    setSlug('');
  };
  return (
    <div className="flex items-end gap-2 px-4 pt-2">
      <div className="max-w-64 flex-1">
        <Input
          label="Slug of a package of the tenant"
          value={slug}
          autoComplete="off"
          onChange={({ target }) => setSlug(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter would submit the form, and so save all prices.
            event.preventDefault();
            add();
          }}
        />
      </div>
      <Button refusal={slug.trim() === '' ? 'Enter a slug first.' : undefined} onClick={add}>
        Add
      </Button>
    </div>
  );
}

interface CatalogEntry {
  readonly slug: string;
  readonly name: string;
  /** The price for the partner's account. */
  readonly cents: number;
  /** The price for a tenant if nobody has set one. Absent for packages: a tenant may change its own. */
  readonly listCents?: number;
}

/** The packages and checks that every tenant can order. `undefined` until loaded. */
function useCatalog() {
  const checks = useOperation('listCheckTypes');
  const { rows, error, isSuccess } = useList('listPackages');
  const currency = checks.data?.data[0]?.currency;
  const packages = rows
    .filter(({ custom }) => !custom)
    .map(({ slug, name, priceCents: cents }): CatalogEntry => ({ slug, name, cents }));
  const checkTypes = checks.data?.data.map(
    ({ slug, name, listPriceCents: cents }): CatalogEntry => ({
      slug,
      name,
      cents,
      listCents: cents,
    }),
  );
  return {
    error: checks.error ?? error,
    catalog: currency && checkTypes && isSuccess ? { packages, checkTypes, currency } : undefined,
  };
}
