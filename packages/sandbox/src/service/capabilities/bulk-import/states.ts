import type { bulkImports } from '../../db/schema/index.js';
import { byStatus, defineStates } from '../../http/state-machine.js';

/** The states and actions of a bulk import (service tables 1.3). */
export const importStates = defineStates({
  ...byStatus<(typeof bulkImports.$inferSelect)['status']>(),
  actions: {
    reject: {
      from: ['validating'],
      to: 'rejected',
      by: 'service',
      guard: 'the file is not a roster, or cannot be validated',
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
      guard: 'every row is done, or has failed permanently',
      effects: ['committedAt is set'],
    },
  },
});
