import { byStatus, defineStates } from '../../http/state-machine.js';

export const importStatuses = [
  'validating',
  'validated',
  'committing',
  'committed',
  'rejected',
] as const;

export type ImportStatus = (typeof importStatuses)[number];

/** The states and actions of a bulk import (service tables 1.3). */
export const importStates = defineStates({
  ...byStatus<ImportStatus>(),
  actions: {
    reject: {
      from: ['validating'],
      to: 'rejected',
      by: 'service',
      guard: 'the file is not a roster',
      effects: ['fileIssues says why', 'no row is stored'],
    },
    'finish-validation': {
      from: ['validating'],
      to: 'validated',
      by: 'service',
      guard: 'every row has its status',
      effects: ['the file is forgotten'],
    },
    commit: {
      from: ['validated'],
      to: 'committing',
      by: 'caller',
      effects: ['candidates and onboardings are made for valid and pending rows, 200 at a time'],
    },
    'finish-commit': {
      from: ['committing'],
      to: 'committed',
      by: 'service',
      guard: 'every row is done',
      effects: ['committedAt is set'],
    },
  },
});

/** The statuses of a row of a roster (spec section 1). */
export const rowStatuses = ['valid', 'pending', 'missing'] as const;

export type RowStatus = (typeof rowStatuses)[number];
