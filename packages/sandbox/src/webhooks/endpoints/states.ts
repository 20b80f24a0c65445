import type { StateTable } from '../../api/state-machine.js';

export type EndpointStatus = 'active' | 'paused';
export type EndpointAction = 'pause' | 'resume';

/** What may happen to an endpoint that is not deleted (spec section 2; service tables 1.11). */
export const endpointStates = {
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
} satisfies StateTable<EndpointStatus, EndpointAction>;
