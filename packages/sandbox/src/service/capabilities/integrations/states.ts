import { byStatus, defineStates } from '../../http/state-machine.js';

export const integrationStatuses = ['active', 'archived'] as const;

export type IntegrationStatus = (typeof integrationStatuses)[number];

/** The actions on an integration (service tables 1.4). */
export const integrationStates = defineStates({
  ...byStatus<IntegrationStatus>(),
  actions: {
    change: { from: ['active'], to: 'active', by: 'caller', effects: [] },
    archive: {
      from: ['active'],
      to: 'archived',
      by: 'caller',
      effects: ['its endpoints are deleted', 'their pending deliveries are canceled'],
    },
  },
});
