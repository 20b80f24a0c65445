import { Action } from '../../resource/action.js';
import { detailOf } from '../../resource/detail.js';
import { DirectAction } from '../../resource/direct-action.js';
import { ObjectFacts } from '../../resource/object-facts.js';
import { factsOf } from '../../resource/property.js';
import { refusalFor } from '../../resource/refusal.js';
import { csrfToken } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { TextLink } from '../../ui/link-button.js';
import { Page } from '../../ui/page.js';
import { Status } from '../../ui/status.js';
import { Text } from '../../ui/text.js';
import { PricesCard } from './prices-card.js';

const byTenantId = (tenantId: string) => ({ path: { tenantId } });

export const TenantPage = detailOf('getTenant', byTenantId, ({ found: tenant }) => {
  const { tenantId, slug, pricing } = tenant;
  return (
    <Page
      title={tenant.facilityName}
      lead={<Status value={tenant.status} />}
      actions={
        <>
          {/* A plain form: the service answers with pages that act as the tenant, until it is closed. */}
          <form method="post" action="/login/tenant">
            <input type="hidden" name="csrf" value={csrfToken()} />
            <input type="hidden" name="tenantId" value={tenantId} />
            <Button type="submit" refusal={refusalFor('closeTenant', tenant)}>
              View as this tenant
            </Button>
          </form>
          <Action operation="changeTenant" on={tenant} initial={tenant} />
          {refusalFor('reactivateTenant', tenant) === undefined ? (
            <DirectAction operation="reactivateTenant" on={tenant} />
          ) : (
            <Action operation="suspendTenant" on={tenant}>
              Requests with its keys are refused until it is reactivated.
            </Action>
          )}
          <Action operation="closeTenant" look="danger" on={tenant} confirm={slug}>
            Its keys are revoked, and no one can act for it anymore. Pending invitations, reports
            and verifications are canceled. Work in progress finishes, and its events are still
            delivered.
          </Action>
        </>
      }
    >
      <ObjectFacts
        of={tenant}
        rows={{
          ...factsOf(tenant, 'slug', 'adminEmail', 'termsVersion', 'timeZone'),
          'Brand color':
            tenant.brandColor === null ? (
              'Default'
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
        }}
      />
      <PricesCard
        key={tenantId}
        title="Prices"
        ownTitle="Own price"
        own={pricing}
        operation="setTenantPricing"
        path={tenant}
        refusal={refusalFor('setTenantPricing', tenant)}
      >
        The own price of the tenant comes first, then that of the{' '}
        <TextLink to="/tenants" label="price book" />. Where neither is set, a check costs its list
        price, and a package its own price or the sum of its checks.
      </PricesCard>
    </Page>
  );
});
