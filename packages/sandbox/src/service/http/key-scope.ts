/** The rights that a key can have (spec section 5). The specification does not show the names. */
export const keyScopes = ['full_access', 'candidate_create'] as const;

export type KeyScope = (typeof keyScopes)[number];

/** The first letters of the keys of each scope. */
export const keyPrefixes: Readonly<Record<KeyScope, string>> = {
  full_access: 'bss_full_',
  candidate_create: 'bss_cand_',
};
