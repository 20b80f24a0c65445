import type { Answer } from '../../api/operations.js';
import { whyNot } from '../../resource/action.js';
import { session } from '../../session/session.js';
import { Button } from '../../ui/button.js';

/**
 * Shows the dashboard of the tenant. It is a plain form, because the service answers with the pages of another session. A tenant
 * has them until it is closed.
 */
export function ActAsTenant({ tenant }: { tenant: Answer<'getTenant'> }) {
  const refusal = whyNot('closeTenant', tenant);
  return (
    <form method="post" action="/login/tenant">
      <input type="hidden" name="csrf" value={session.csrfToken} />
      <input type="hidden" name="tenantId" value={tenant.tenantId} />
      <Button type="submit" disabled={refusal !== undefined} title={refusal}>
        See what this tenant sees
      </Button>
    </form>
  );
}
