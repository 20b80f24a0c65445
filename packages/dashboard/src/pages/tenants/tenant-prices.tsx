import { Link } from '@tanstack/react-router';
import { change } from '../../api/call.js';
import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { whyNot } from '../../resource/action.js';
import { Card } from '../../ui/card.js';
import { ErrorNote } from '../../ui/error-note.js';
import { Loading } from '../../ui/loading.js';
import { PricesCard } from './prices-card.js';

/** What one tenant pays, beside the price book. */
export function TenantPrices({ tenant }: { tenant: Answer<'getTenant'> }) {
  const { tenantId, pricing } = tenant;
  const book = useOperation('getPriceBook');
  if (!book.data) {
    return (
      <Card title="Prices">{book.isError ? <ErrorNote error={book.error} /> : <Loading />}</Card>
    );
  }
  return (
    <PricesCard
      title="Prices"
      ownTitle="Own price"
      pricing={pricing}
      book={book.data}
      save={(key, body) => change(key, 'setTenantPricing', { path: { tenantId }, body })}
      refusal={whyNot('setTenantPricing', tenant)}
    >
      The own price of the tenant comes first, then that of the{' '}
      <Link to="/tenants" className="text-accent underline">
        price book
      </Link>
      . Where neither is set, a check costs its list price, and a package its own price or the sum
      of its checks.
    </PricesCard>
  );
}
