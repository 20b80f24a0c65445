import { useParams } from '@tanstack/react-router';
import type { Answer } from '../../api/operations.js';
import { useOperation } from '../../api/use-operation.js';
import { Time } from '../../clock/time.js';
import { Action } from '../../resource/action.js';
import { Detail } from '../../resource/detail.js';
import { DirectAction } from '../../resource/direct-action.js';
import { ObjectId } from '../../resource/references.js';
import { whyNot } from '../../resource/why-not.js';
import { csrfToken } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { FactsCard } from '../../ui/card.js';
import { TextLink } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { PricesCard, useCatalog } from './prices-card.js';

export function TenantPage() {
  const { id } = useParams({ from: '/tenants/$id' });
  const query = useOperation('getTenant', { path: { tenantId: id } });
  // Read at the same time, for the card below.
  useOperation('getPriceBook');
  useCatalog();
  return <Detail query={query}>{(tenant) => <TenantDetail tenant={tenant} />}</Detail>;
}

function TenantDetail({ tenant }: { tenant: Answer<'getTenant'> }) {
  const { tenantId, slug, pricing } = tenant;
  const path = { tenantId };
  return (
    <Page
      title={tenant.facilityName}
      lead={<Status value={tenant.status} />}
      actions={
        <>
          {/* A plain form: the service answers with the pages of the tenant's session, which it has until it is closed. */}
          <form method="post" action="/login/tenant">
            <input type="hidden" name="csrf" value={csrfToken()} />
            <input type="hidden" name="tenantId" value={tenantId} />
            <Button type="submit" refusal={whyNot('closeTenant', tenant)}>
              See what this tenant sees
            </Button>
          </form>
          <Action operation="changeTenant" path={path} on={tenant} initial={tenant} />
          {whyNot('reactivateTenant', tenant) === undefined ? (
            <DirectAction operation="reactivateTenant" input={{ path }} on={tenant} />
          ) : (
            <Action operation="suspendTenant" path={path} on={tenant}>
              Programs that use its keys are refused until it is reactivated.
            </Action>
          )}
          <Action operation="closeTenant" look="danger" path={path} on={tenant} confirm={slug}>
            Its keys are revoked, and nobody can act for it any more. Its pending invitations,
            reports and verifications are canceled. What is being processed ends, and its events are
            still delivered.
          </Action>
        </>
      }
    >
      <FactsCard
        title="Facts"
        rows={{
          Slug: <Text mono>{tenant.slug}</Text>,
          Administrator: <Text>{tenant.adminEmail}</Text>,
          'Terms accepted': tenant.termsVersion,
          'Time zone': <Text>{tenant.timeZone}</Text>,
          'Brand color':
            tenant.brandColor === null ? (
              'That of the service'
            ) : (
              <span className="inline-flex items-center gap-2">
                <span
                  aria-hidden="true"
                  className="size-4 rounded border border-line"
                  style={{ backgroundColor: tenant.brandColor }}
                />
                <Text mono>{tenant.brandColor}</Text>
              </span>
            ),
          Created: <Time value={tenant.createdAt} />,
          Changed: <Time value={tenant.updatedAt} />,
          ID: <ObjectId id={tenantId} />,
        }}
      />
      <PricesCard
        key={tenantId}
        title="Prices"
        ownTitle="Own price"
        own={pricing}
        operation="setTenantPricing"
        path={path}
        refusal={whyNot('setTenantPricing', tenant)}
      >
        The own price of the tenant comes first, then that of the{' '}
        <TextLink to="/tenants" label="price book" />. Where neither is set, a check costs its list
        price, and a package its own price or the sum of its checks.
      </PricesCard>
    </Page>
  );
}
