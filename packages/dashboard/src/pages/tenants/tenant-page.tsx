import { useParams } from '@tanstack/react-router';
import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { Detail } from '../../resource/detail.js';
import { Card } from '../../ui/card.js';
import { Facts } from '../../ui/facts.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { TenantActions } from './tenant-actions.js';
import { TenantPrices } from './tenant-prices.js';
import { useCatalog } from './use-catalog.js';

export function TenantPage() {
  const { id } = useParams({ from: '/tenants/$id' });
  const query = useOperation('getTenant', { path: { tenantId: id } });
  // Read at the same time, for the card below.
  useOperation('getPriceBook');
  useCatalog();
  return <Detail query={query}>{(tenant) => <TenantDetail tenant={tenant} />}</Detail>;
}

function TenantDetail({ tenant }: { tenant: Answer<'getTenant'> }) {
  return (
    <Page
      title={tenant.facilityName}
      lead={<Status value={tenant.status} />}
      actions={<TenantActions tenant={tenant} />}
    >
      <Card title="Facts">
        <Facts
          rows={{
            Slug: <Text mono>{tenant.slug}</Text>,
            Administrator: <Text>{tenant.adminEmail}</Text>,
            'Terms accepted': tenant.termsVersion,
            'Time zone': <Text>{tenant.timeZone}</Text>,
            'Brand color':
              tenant.brandColor === null ? (
                'That of the service'
              ) : (
                <BrandColor color={tenant.brandColor} />
              ),
            Created: <Time value={tenant.createdAt} />,
            Changed: <Time value={tenant.updatedAt} />,
            ID: <Text mono>{tenant.tenantId}</Text>,
          }}
        />
      </Card>
      <TenantPrices key={tenant.tenantId} tenant={tenant} />
    </Page>
  );
}

/** A color and how it is written. */
function BrandColor({ color }: { color: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span
        aria-hidden="true"
        className="size-4 rounded border border-line"
        style={{ backgroundColor: color }}
      />
      <Text mono>{color}</Text>
    </span>
  );
}
