import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer, Item } from '../../api/operations.js';
import { created } from '../../clock/time-column.js';
import { Action } from '../../resource/action.js';
import { ListPage } from '../../resource/list-page.js';
import { column } from '../../resource/property.js';
import { RowLink } from '../../resource/references.js';
import { session } from '../../session/session.js';
import { Empty } from '../../ui/card.js';
import type { Columns } from '../../ui/data-table.js';
import { LinkButton } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { Text } from '../../ui/text.js';
import { NewKeyDialog } from '../keys/keys-page.js';
import { PricesCard } from './prices-card.js';

const columns: Columns<Item<'listTenants'>> = [
  {
    title: 'Facility',
    cell: ({ tenantId: id, facilityName }) => (
      <RowLink to="/tenants/$id" id={id} text={facilityName} />
    ),
  },
  column('status'),
  column('slug', 'sm'),
  { title: 'ID', from: 'lg', cell: ({ tenantId }) => <Text mono>{tenantId}</Text> },
  created,
];

export function TenantsPage() {
  // Kept here, because the button of the empty list disappears with the first tenant, whose key must stay visible.
  const [created, setCreated] = useState<Answer<'provisionTenant'>>();
  const navigate = useNavigate();
  if (!session.partner) {
    return (
      <Page title="Tenants">
        <Empty title="Only partner accounts have tenants.">
          <LinkButton to="/" look="primary" label="Back to Home" />
        </Empty>
      </Page>
    );
  }
  return (
    <ListPage
      lead="A tenant is a customer of your platform. It has its own keys, data and prices."
      create={
        <Action operation="provisionTenant" look="primary" hidden={['pricing']} onDone={setCreated}>
          The tenant starts with packages, roles and an integration. Set its prices on its page.
        </Action>
      }
      list="listTenants"
      columns={columns}
      empty="No tenants yet."
      hint="A new tenant gets its own API key."
    >
      <PricesCard title="Price book" ownTitle="Your price" operation="setPriceBook">
        The prices that your tenants pay. A price on the page of a tenant comes first. Where neither
        is set, a check costs its list price, and a package its own price or the sum of its checks.
      </PricesCard>
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
    </ListPage>
  );
}
