import { type ReactNode, useId, useState } from 'react';
import type { ChangeKey } from '../../api/presses.js';
import { useList } from '../../api/use-list.js';
import { useOperation } from '../../api/use-operation.js';
import { FormOf } from '../../resource/form/form-of.js';
import { useForm } from '../../resource/form/use-form.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { fieldClass, Input } from '../../ui/input.js';
import { Money, typedMoney } from '../../ui/money.js';
import { Loading } from '../../ui/page.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Text } from '../../ui/text.js';
import {
  draftOf,
  isNoAmount,
  type PriceDraft,
  type PriceKind,
  type Pricing,
  readDraft,
  withPrice,
} from './price-draft.js';

const kinds = { packages: 'Package', checkTypes: 'Check type' } as const;

/**
 * Prices, shown or edited. Its fields are not made from the schema, which knows no slugs: a row for each thing that can have a price
 * shows what counts where none is typed. One table has both kinds, so that their columns align.
 */
export function PricesCard({
  title,
  ownTitle,
  own,
  save,
  refusal,
  children,
}: {
  title: string;
  /** The title of the column of these prices. */
  ownTitle: string;
  /** The prices of a tenant, beside the price book. Without them, these are those of the book. */
  own?: Pricing;
  /** Replaces all of them. */
  save: (key: ChangeKey, pricing: Pricing) => Promise<unknown>;
  /** Why they cannot be changed now. */
  refusal?: string | undefined;
  /** What they are, in a sentence or two. */
  children: ReactNode;
}) {
  const [draft, setDraft] = useState<PriceDraft>();
  const shared = useOperation('getPriceBook');
  const { catalog, error } = useCatalog();
  const wanted = draft && readDraft(draft);
  const form = useForm({
    name: 'prices',
    initial: {},
    send: async (key) => wanted && save(key, wanted),
  });
  if (!shared.data) {
    return (
      <Card title={title}>{shared.isError ? <ErrorNote error={shared.error} /> : <Loading />}</Card>
    );
  }
  const pricing = own ?? shared.data;
  const book = own && shared.data;
  const shown = (cents: number | undefined) =>
    cents === undefined || !catalog ? '–' : <Money cents={cents} currency={catalog.currency} />;
  const rowsOf = (kind: PriceKind, known: readonly CatalogEntry[]) => {
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
            label={`${ownTitle} of ${name} in ${catalog?.currency}`}
            text={draft[kind][slug] ?? ''}
            fallback={book?.[kind][slug] ?? listCents}
            error={form.problems.find(({ param }) => param === `${kind}.${slug}`)?.message}
            onType={(text) => setDraft(withPrice(draft, kind, slug, text))}
          />
        ) : (
          shown(pricing[kind][slug])
        ),
        ...(book ? [shown(book[kind][slug])] : []),
        shown(cents),
      ],
    }));
  };
  const table = catalog && (
    <div className="-mx-4">
      <PlainTable
        label={`${title}, table`}
        columns={[
          { title: 'For' },
          { title: ownTitle, right: true },
          ...(book ? [{ title: 'Price book', right: true } as const] : []),
          { title: 'You pay', right: true },
        ]}
        rows={[
          ...rowsOf('packages', catalog.packages),
          ...rowsOf('checkTypes', catalog.checkTypes),
        ]}
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
        <FormOf
          form={form}
          submit="Save prices"
          refusal={wanted ? undefined : 'A price is not an amount such as 12.50.'}
          done="The prices count for reports that are ordered from now on."
          onCancel={() => {
            setDraft(undefined);
            form.clear();
          }}
        >
          {table}
        </FormOf>
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
  readonly listCents?: number;
}

/** What every tenant can order. Undefined: it is not loaded. */
export function useCatalog() {
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
