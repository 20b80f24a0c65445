import { defineStates } from '../../http/state-machine.js';

type ConfigStatus = 'custom' | 'fixed';

/** The actions on a document configuration. All tenants share those of the catalog, so no tenant can change them. */
export const configStates = defineStates({
  of: ({ tenantId }: { readonly tenantId: string | null }): ConfigStatus =>
    tenantId === null ? 'fixed' : 'custom',
  columns: (_status: ConfigStatus) => ({}),
  shownBy: (status: readonly ConfigStatus[]) => ({
    custom: status.map((one) => one === 'custom'),
  }),
  actions: { change: { from: ['custom'], by: 'caller', effects: [] } },
});
