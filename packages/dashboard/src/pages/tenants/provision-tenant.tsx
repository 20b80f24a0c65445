import type { Answer } from '../../api/operations.js';
import { Action } from '../../resource/action.js';

/** Makes a tenant. Its prices have a table of their own on its page. */
export function ProvisionTenant({
  onDone,
}: {
  onDone: (tenant: Answer<'provisionTenant'>) => void;
}) {
  return (
    <Action
      operation="provisionTenant"
      label="Provision tenant"
      look="primary"
      hidden={['pricing']}
      done="The tenant is provisioned."
      onDone={onDone}
    >
      It starts with packages, roles and an integration. Its page sets what it pays.
    </Action>
  );
}
