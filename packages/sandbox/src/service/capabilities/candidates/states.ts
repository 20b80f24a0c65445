import { byStatus, defineStates } from '../../http/state-machine.js';

export const candidateStatuses = [
  'new',
  'invited',
  'in_progress',
  'completed',
  'archived',
] as const;

export type CandidateStatus = (typeof candidateStatuses)[number];

const open = ['new', 'invited', 'in_progress', 'completed'] as const;

/**
 * What may happen to a candidate (service tables 1.3). Those who have completed an intake can be invited again; what has
 * become of an earlier invitation does not matter.
 */
export const candidateStates = defineStates({
  ...byStatus<CandidateStatus>(),
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
