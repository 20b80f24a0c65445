import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../api/operations.js';
import { List } from '../../resource/list-page.js';
import { Empty } from '../../ui/empty.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { NewKeyDialog } from '../keys/new-key-dialog.js';
import { PriceBook } from './price-book.js';
import { ProvisionTenant } from './provision-tenant.js';
import { tenantColumns } from './tenant-columns.js';

/** The tenants of the partner, and the prices that all of them share. */
export function TenantsPage() {
  // Kept here: the button in the empty list goes with it once there is a tenant, and its key must stay.
  const [created, setCreated] = useState<Answer<'provisionTenant'>>();
  const navigate = useNavigate();
  return (
    <Page
      title="Tenants"
      lead="A tenant is a customer of your platform. It has its own keys, data and prices."
      actions={<ProvisionTenant onDone={setCreated} />}
    >
      <List
        list="listTenants"
        label="Tenants"
        columns={tenantColumns}
        empty={
          <Empty title="There is no tenant yet.">
            <p>One call provisions a tenant and returns its key.</p>
            <ProvisionTenant onDone={setCreated} />
          </Empty>
        }
      />
      <PriceBook />
      {created && (
        <NewKeyDialog
          apiKey={created.secretKey}
          open="Open the tenant"
          onOpen={() => void navigate({ to: '/tenants/$id', params: { id: created.tenantId } })}
          onClose={() => setCreated(undefined)}
        >
          <p className="text-muted">
            It is for <Text>{created.facilityName}</Text>, and opens no other data. Its slug is{' '}
            <Text mono>{created.slug}</Text>.
          </p>
        </NewKeyDialog>
      )}
    </Page>
  );
}
