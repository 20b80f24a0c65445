import { change } from '../../api/call.js';
import { useOperation } from '../../api/use-operation.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/loading.js';
import { PricesCard } from './prices-card.js';
import { useCatalog } from './use-catalog.js';

/** The prices of the partner for all its tenants. */
export function PriceBook() {
  const book = useOperation('getPriceBook');
  // Read at the same time, for the card below.
  useCatalog();
  if (!book.data) {
    return (
      <Card title="Price book">
        {book.isError ? <ErrorNote error={book.error} /> : <Loading />}
      </Card>
    );
  }
  return (
    <PricesCard
      title="Price book"
      ownTitle="Your price"
      pricing={book.data}
      save={(key, body) => change(key, 'setPriceBook', { body })}
    >
      What your tenants pay. A price on the page of a tenant comes first. Where neither is set, a
      check costs its list price, and a package its own price or the sum of its checks.
    </PricesCard>
  );
}
