import type { StateTable } from '../api/state-machine.js';

export const candidateStatuses = [
  'new',
  'invited',
  'in_progress',
  'completed',
  'archived',
] as const;

export type CandidateStatus = (typeof candidateStatuses)[number];

const open = ['new', 'invited', 'in_progress', 'completed'] as const;

/** What may happen to a candidate (service tables 1.3). */
export const candidateStates = {
  update: { from: open, by: 'caller', effects: [] },
  archive: { from: open, to: 'archived', by: 'caller', effects: [] },
} satisfies StateTable<CandidateStatus, 'update' | 'archive'>;
