import { defineStates } from '../../../http/state-machine.js';

export type EndpointStatus = 'active' | 'paused';

/** The actions on an endpoint that is not deleted (spec section 2; service tables 1.11). */
export const endpointStates = defineStates({
  of: ({ paused }: { readonly paused: boolean }): EndpointStatus => (paused ? 'paused' : 'active'),
  columns: (status: EndpointStatus) => ({ paused: status === 'paused' }),
  shownBy: (status: readonly EndpointStatus[]) => ({
    paused: status.map((one) => one === 'paused'),
  }),
  actions: {
    pause: {
      from: ['active'],
      to: 'paused',
      by: 'caller',
      effects: ['pending deliveries are held', 'new deliveries are held'],
    },
    resume: {
      from: ['paused'],
      to: 'active',
      by: 'caller',
      effects: ['held deliveries are released, oldest first, or canceled'],
    },
  },
});
