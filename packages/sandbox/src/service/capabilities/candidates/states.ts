import { byStatus, defineStates } from '../../http/state-machine.js';

const open = ['new', 'invited', 'in_progress', 'completed'] as const;

export const candidateStatuses = [...open, 'archived'] as const;

/**
 * The actions on a candidate (service tables 1.3). A candidate who has completed an intake can be invited again, whatever the state
 * of an earlier invitation.
 */
export const candidateStates = defineStates({
  ...byStatus<(typeof candidateStatuses)[number]>(),
  actions: {
    update: { from: open, by: 'caller', effects: [] },
    invite: { from: ['new', 'completed'], to: 'invited', by: 'caller', effects: ['roleId is set'] },
    'invite-again': { from: ['invited', 'in_progress'], by: 'caller', effects: ['roleId is set'] },
    start: {
      from: ['invited', 'in_progress', 'completed'],
      to: 'in_progress',
      by: 'service',
      guard: 'the candidate has saved a step of the intake',
      effects: [],
    },
    complete: {
      from: ['in_progress'],
      to: 'completed',
      by: 'service',
      guard: 'the candidate has submitted the intake',
      effects: [
        'submittedAt and authorization are set',
        'candidate.completed, where it is emitted',
      ],
    },
    archive: {
      from: open,
      to: 'archived',
      by: 'caller',
      guard: 'no report is open',
      effects: ['open invitations are canceled'],
    },
  },
});
