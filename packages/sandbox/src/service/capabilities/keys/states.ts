import { type AllowedWhen, defineStates } from '../../http/state-machine.js';

type KeyStatus = 'active' | 'revoked';

/** The actions on an API key (service tables 1.3). */
export const keyStates = defineStates({
  of: ({ revokedAt }: { readonly revokedAt: Date | null }): KeyStatus =>
    revokedAt === null ? 'active' : 'revoked',
  // Needs the time of the revocation, which the caller sets.
  columns: () => ({}),
  // The time of a revocation is not a fixed value.
  shownBy: (status: readonly KeyStatus[]): AllowedWhen =>
    status.includes('revoked') ? {} : { revokedAt: [null] },
  actions: {
    change: { from: ['active'], by: 'caller', effects: [] },
    revoke: {
      from: ['active'],
      to: 'revoked',
      by: 'caller',
      effects: ['from now on, requests with the key are refused'],
    },
  },
});
