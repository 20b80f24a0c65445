import type { Answer } from '../../api/operations.js';
import { Action, whyNot } from '../../resource/action.js';
import { DirectAction } from '../../resource/direct-action.js';
import { ActAsTenant } from './act-as-tenant.js';

/** What can be done with a tenant. */
export function TenantActions({ tenant }: { tenant: Answer<'getTenant'> }) {
  const { tenantId, slug, facilityName, adminEmail, timeZone, brandColor } = tenant;
  const path = { tenantId };
  return (
    <>
      <ActAsTenant tenant={tenant} />
      <Action
        operation="changeTenant"
        label="Edit"
        path={path}
        on={tenant}
        initial={{ facilityName, adminEmail, timeZone, brandColor }}
        done="The tenant is changed."
      />
      {whyNot('reactivateTenant', tenant) === undefined ? (
        <DirectAction
          operation="reactivateTenant"
          label="Reactivate"
          input={{ path }}
          on={tenant}
          done="The tenant goes on. Its keys work again."
        />
      ) : (
        <Action
          operation="suspendTenant"
          label="Suspend"
          path={path}
          on={tenant}
          done="The tenant is suspended."
        >
          Programs that use its keys are refused until it is reactivated.
        </Action>
      )}
      <Action
        operation="closeTenant"
        label="Close"
        look="danger"
        path={path}
        on={tenant}
        confirm={slug}
        done="The tenant is closed."
      >
        Its keys are revoked, and nobody can act for it any more.
      </Action>
    </>
  );
}
