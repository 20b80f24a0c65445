import { byStatus, defineStates } from '../../http/state-machine.js';

export const openStatuses = ['pending', 'opened'] as const;

export const invitationStatuses = [...openStatuses, 'completed', 'expired', 'canceled'] as const;

export type InvitationStatus = (typeof invitationStatuses)[number];

/** The actions on an invitation (service tables 1.3). */
export const invitationStates = defineStates({
  ...byStatus<InvitationStatus>(),
  actions: {
    open: {
      from: openStatuses,
      to: 'opened',
      by: 'service',
      guard: 'its address is visited',
      effects: ['openedAt is set, the first time'],
    },
    resend: { from: openStatuses, by: 'caller', effects: ['the mail is sent again'] },
    complete: {
      from: ['opened'],
      to: 'completed',
      by: 'service',
      guard: 'the candidate has submitted the intake',
      effects: [
        'the candidate is completed',
        'a report is ordered',
        'a verification is created for each document that was entered',
      ],
    },
    cancel: { from: openStatuses, to: 'canceled', by: 'caller', effects: [] },
    expire: {
      from: openStatuses,
      to: 'expired',
      by: 'service',
      guard: 'expiresAt has come',
      effects: [],
    },
  },
});
