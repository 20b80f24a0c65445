import { type ReactNode, useId, useState } from 'react';
import type { ChangeKey } from '../../api/presses.js';
import { useChange } from '../../api/use-change.js';
import { useList } from '../../api/use-list.js';
import { useOperation } from '../../api/use-operation.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Form } from '../../ui/form.js';
import { fieldClass, Input } from '../../ui/input.js';
import { Money, typedMoney } from '../../ui/money.js';
import { Loading } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Text } from '../../ui/text.js';
import { notify } from '../../ui/toast.js';
import {
  draftOf,
  isNoAmount,
  type PriceDraft,
  type PriceKind,
  type Pricing,
  readDraft,
  withPrice,
} from './price-draft.js';

/**
 * Prices, shown or edited. Its form is not made from the schema, which knows no slugs: a row for each thing that can have a price
 * shows what counts where none is typed.
 */
export function PricesCard({
  title,
  ownTitle,
  pricing,
  book,
  save,
  refusal,
  children,
}: {
  title: string;
  /** The title of the column of these prices. */
  ownTitle: string;
  pricing: Pricing;
  /** The price book, where these are the prices of a tenant. */
  book?: Pricing | undefined;
  /** Replaces all of them. */
  save: (key: ChangeKey, pricing: Pricing) => Promise<unknown>;
  /** Why they cannot be changed now. */
  refusal?: string | undefined;
  /** What they are, in a sentence or two. */
  children: ReactNode;
}) {
  const [draft, setDraft] = useState<PriceDraft>();
  const { catalog, error } = useCatalog();
  const change = useChange(save);
  const wanted = draft && readDraft(draft);
  const stop = () => {
    setDraft(undefined);
    change.reset();
  };
  const table = catalog && (
    <div className="-mx-4">
      <PriceTable
        label={`${title}, table`}
        ownTitle={ownTitle}
        pricing={pricing}
        book={book}
        catalog={catalog}
        draft={draft}
        onType={(kind, slug, text) => setDraft(draft && withPrice(draft, kind, slug, text))}
        problemOf={change.errorOf}
      />
      {draft && book && (
        <AddPackagePrice
          onAdd={(slug) => setDraft(withPrice(draft, 'packages', slug, draft.packages[slug] ?? ''))}
        />
      )}
    </div>
  );
  return (
    <Card
      title={title}
      actions={
        !draft && (
          <Button
            refusal={refusal ?? (catalog ? undefined : 'The prices are still being read.')}
            onClick={() => setDraft(draftOf(pricing))}
          >
            Change prices
          </Button>
        )
      }
    >
      <div className="mb-3 max-w-prose text-muted">{children}</div>
      {error ? <ErrorNote error={error} /> : !catalog && <Loading />}
      {draft ? (
        <Form
          submit="Save prices"
          change={change}
          refusal={wanted ? undefined : 'A price is not an amount such as 12.50.'}
          onCancel={stop}
          onSubmit={() => {
            if (!wanted) return;
            change.mutate(wanted, {
              onSuccess: () => {
                stop();
                notify('The prices count for reports that are ordered from now on.');
              },
            });
          }}
        >
          {table}
        </Form>
      ) : (
        table
      )}
    </Card>
  );
}

/** Adds a row for a package that only the tenant has, which its partner cannot list. */
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
          label="Slug of another package of the tenant"
          value={slug}
          autoComplete="off"
          onChange={({ target }) => setSlug(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // It would save all prices.
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

const kinds = { packages: 'Package', checkTypes: 'Check type' } as const;

/** Prices, each beside that of the price book and what the account itself pays. One table has both kinds, so that their columns align. */
function PriceTable({
  label,
  ownTitle,
  pricing,
  book,
  catalog,
  draft,
  onType,
  problemOf,
}: {
  label: string;
  /** The title of the column of these prices. */
  ownTitle: string;
  pricing: Pricing;
  /** The price book, where these are the prices of a tenant. */
  book: Pricing | undefined;
  catalog: Catalog;
  /** What is typed. Undefined: the prices are only shown. */
  draft: PriceDraft | undefined;
  onType: (kind: PriceKind, slug: string, text: string) => void;
  problemOf: (param: string) => string | undefined;
}) {
  const { currency } = catalog;
  const shown = (cents: number | undefined) =>
    cents === undefined ? '–' : <Money cents={cents} currency={currency} />;
  const rowsOf = (kind: PriceKind) => {
    const known = catalog.entries[kind];
    const others = Object.keys(draft?.[kind] ?? pricing[kind])
      .filter((slug) => !known.some((each) => each.slug === slug))
      .map((slug) => ({ slug, name: slug, cents: undefined, listCents: undefined }));
    return [...known, ...others].map(({ slug, name, cents, listCents }) => ({
      key: `${kind}.${slug}`,
      cells: [
        <span key="name">
          <Text>{name}</Text>
          <span className="block text-xs text-muted">{kinds[kind]}</span>
        </span>,
        draft ? (
          <PriceInput
            key="own"
            label={`${ownTitle} of ${name} in ${currency}`}
            text={draft[kind][slug] ?? ''}
            fallback={book?.[kind][slug] ?? listCents}
            error={problemOf(`${kind}.${slug}`)}
            onType={(text) => onType(kind, slug, text)}
          />
        ) : (
          shown(pricing[kind][slug])
        ),
        ...(book ? [shown(book[kind][slug])] : []),
        shown(cents),
      ],
    }));
  };
  return (
    <PlainTable
      label={label}
      columns={[
        { title: 'For' },
        { title: ownTitle, right: true },
        ...(book ? [{ title: 'Price book', right: true } as const] : []),
        { title: 'You pay', right: true },
      ]}
      rows={[...rowsOf('packages'), ...rowsOf('checkTypes')]}
    />
  );
}

/** A price in a table, whose row and column are its visible label. */
function PriceInput({
  label,
  text,
  fallback,
  error,
  onType,
}: {
  label: string;
  text: string;
  /** The price that counts where none is typed. */
  fallback: number | undefined;
  /** Why the API refused it. */
  error: string | undefined;
  onType: (text: string) => void;
}) {
  const id = useId();
  const wrong = isNoAmount(text) ? 'Type an amount such as 24.50.' : error;
  return (
    <span className="ml-auto block w-28">
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        {...(wrong === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': id })}
        className={`${fieldClass} text-right tabular-nums`}
        value={text}
        placeholder={typedMoney(fallback)}
        onChange={({ target }) => onType(target.value)}
      />
      {wrong !== undefined && (
        <span id={id} className="block text-xs text-bad">
          {wrong}
        </span>
      )}
    </span>
  );
}

interface CatalogEntry {
  readonly slug: string;
  readonly name: string;
  /** What the account of the partner pays. */
  readonly cents: number;
  /** What a tenant pays where nobody has set a price. Of a package it is not known: a tenant may change its own. */
  readonly listCents: number | undefined;
}

interface Catalog {
  readonly entries: Readonly<Record<PriceKind, readonly CatalogEntry[]>>;
  readonly currency: string;
}

/** What every tenant can order. Undefined: it is not loaded. */
export function useCatalog(): { readonly catalog: Catalog | undefined; readonly error: unknown } {
  const checkTypes = useOperation('listCheckTypes');
  const packages = useList('listPackages');
  const error = checkTypes.error ?? packages.error;
  const [first] = checkTypes.data?.data ?? [];
  if (!first || !checkTypes.data || !packages.isSuccess) return { catalog: undefined, error };
  const entries = {
    packages: packages.rows
      .filter(({ custom }) => !custom)
      .map(({ slug, name, priceCents }) => ({
        slug,
        name,
        cents: priceCents,
        listCents: undefined,
      })),
    checkTypes: checkTypes.data.data.map(({ slug, name, listPriceCents }) => ({
      slug,
      name,
      cents: listPriceCents,
      listCents: listPriceCents,
    })),
  };
  return { catalog: { entries, currency: first.currency }, error };
}
