import { defineStates } from '../../http/state-machine.js';
import type { DocumentConfiguration } from './catalog-records.js';

type ConfigStatus = 'custom' | 'fixed';

/** The actions on a document configuration. All tenants share those of the catalog, so none of them changes one. */
export const configStates = defineStates({
  of: ({ tenantId }: Pick<DocumentConfiguration, 'tenantId'>): ConfigStatus =>
    tenantId === null ? 'fixed' : 'custom',
  columns: (_status: ConfigStatus) => ({}),
  shownBy: (status: readonly ConfigStatus[]) => ({
    custom: status.map((one) => one === 'custom'),
  }),
  actions: { change: { from: ['custom'], by: 'caller', effects: [] } },
});
