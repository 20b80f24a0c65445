import { byArchived, defineStates } from '../../http/state-machine.js';

/** The states and actions of a package (service tables 1.4). A report keeps the checks and the price with which it was ordered. */
export const packageStates = defineStates({
  ...byArchived,
  actions: {
    change: { from: ['active'], by: 'caller', effects: [] },
    archive: {
      from: ['active'],
      to: 'archived',
      by: 'caller',
      guard: 'no active role orders it',
      effects: ['from now on, it cannot be ordered'],
    },
  },
});
