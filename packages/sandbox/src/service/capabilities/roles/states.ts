import { byArchived, defineStates } from '../../http/state-machine.js';

/** The actions on a role (service tables 1.4). Its invitations and onboardings continue when it is archived. */
export const roleStates = defineStates({
  ...byArchived,
  actions: {
    change: { from: ['active'], by: 'caller', effects: [] },
    archive: {
      from: ['active'],
      to: 'archived',
      by: 'caller',
      effects: ['from now on, nobody is invited to it or onboarded for it'],
    },
  },
});
