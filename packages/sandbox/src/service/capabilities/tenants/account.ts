import type { Scope } from '../../kernel/scope.js';

/** The tenant that is the account itself. */
export const account: Scope = { tenantId: 'acct', integrationId: null };
