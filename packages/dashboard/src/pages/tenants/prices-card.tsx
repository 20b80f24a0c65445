import { type ReactNode, useState } from 'react';
import type { ChangeKey } from '../../api/change-key.js';
import { useChange } from '../../api/use-change.js';
import { Button } from '../../ui/button.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Form } from '../../ui/form.js';
import { Loading } from '../../ui/loading.js';
import { notify } from '../../ui/toast.js';
import { AddPackagePrice } from './add-package-price.js';
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
            disabled={refusal !== undefined || !catalog}
            title={refusal}
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
          disabled={wanted === undefined}
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
