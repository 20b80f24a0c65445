import { byStatus, defineStates } from '../../http/state-machine.js';

export const tenantStatuses = ['active', 'suspended', 'closed'] as const;

/** The actions of a partner on a tenant that it has provisioned (service tables 1.3). */
export const tenantStates = defineStates({
  ...byStatus<(typeof tenantStatuses)[number]>(),
  actions: {
    change: { from: ['active', 'suspended'], by: 'caller', effects: [] },
    suspend: {
      from: ['active'],
      to: 'suspended',
      by: 'caller',
      effects: [
        'requests with its keys are refused',
        'its intakes and document sessions are not served; candidates can still dispute',
        'its deliveries continue',
      ],
    },
    reactivate: { from: ['suspended'], to: 'active', by: 'caller', effects: [] },
    close: {
      from: ['active', 'suspended'],
      to: 'closed',
      by: 'caller',
      effects: [
        'its API keys are revoked, and what its callers have begun is done before, or refused',
        'its intakes and document sessions are not served; candidates can still dispute',
        'a job cancels, as a caller does, its open invitations, pending reports and pending verifications, 200 rows at a time',
        'what has started ends as usual; its deliveries continue',
      ],
    },
  },
});
