import { useId } from 'react';
import { fieldClass } from '../../ui/input.js';
import { Money, typedMoney } from '../../ui/money.js';
import { PlainTable } from '../../ui/plain-table.js';
import { Text } from '../../ui/text.js';
import { isNoAmount, type PriceDraft, type PriceKind, type Pricing } from './price-draft.js';
import type { Catalog } from './use-catalog.js';

const kinds = { packages: 'Package', checkTypes: 'Check type' } as const;

/** Prices, each beside that of the price book and what the account itself pays. One table has both kinds, so that their columns align. */
export function PriceTable({
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
