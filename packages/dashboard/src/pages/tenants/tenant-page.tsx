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
import { BrandColor } from './brand-color.js';
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
          rows={[
            [
              'Slug',
              <Text key="slug" mono>
                {tenant.slug}
              </Text>,
            ],
            ['Administrator', <Text key="mail">{tenant.adminEmail}</Text>],
            ['Terms accepted', tenant.termsVersion],
            ['Time zone', <Text key="zone">{tenant.timeZone}</Text>],
            [
              'Brand color',
              tenant.brandColor === null ? (
                'That of the service'
              ) : (
                <BrandColor key="color" color={tenant.brandColor} />
              ),
            ],
            ['Created', <Time key="created" value={tenant.createdAt} />],
            ['Changed', <Time key="changed" value={tenant.updatedAt} />],
            [
              'ID',
              <Text key="id" mono>
                {tenant.tenantId}
              </Text>,
            ],
          ]}
        />
      </Card>
      <TenantPrices key={tenant.tenantId} tenant={tenant} />
    </Page>
  );
}
