/** What a key may do (spec section 5). The specification does not show the names. */
export const keyScopes = ['full_access', 'candidate_create'] as const;

export type KeyScope = (typeof keyScopes)[number];

/** What keys of each scope begin with. */
export const keyPrefixes: Readonly<Record<KeyScope, string>> = {
  full_access: 'bss_full_',
  candidate_create: 'bss_cand_',
};
