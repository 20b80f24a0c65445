import { type ReactNode, useState } from 'react';
import type { ChangeKey } from '../../api/change-key.js';
import { useChange } from '../../api/use-change.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Form } from '../../ui/form.js';
import { Input } from '../../ui/input.js';
import { Loading } from '../../ui/loading.js';
import { notify } from '../../ui/toast.js';
import { draftOf, type PriceDraft, type Pricing, readDraft, withPrice } from './price-draft.js';
import { PriceTable } from './price-table.js';
import { useCatalog } from './use-catalog.js';

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
