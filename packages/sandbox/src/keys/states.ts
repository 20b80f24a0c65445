import type { StateTable } from '../api/state-machine.js';

export type KeyStatus = 'active' | 'revoked';

/** What may happen to an API key (service tables 1.3). */
export const keyStates = {
  change: { from: ['active'], by: 'caller', effects: [] },
  revoke: {
    from: ['active'],
    to: 'revoked',
    by: 'caller',
    effects: ['from now on, requests with the key are refused'],
  },
} satisfies StateTable<KeyStatus, 'change' | 'revoke'>;
