import type { Requirement } from '../../../db/schema/index.js';

export const requiredColumns = ['first_name', 'last_name', 'email', 'role', 'work_state'] as const;
const optionalColumns = ['external_id', 'phone', 'date_of_birth', 'start_date'] as const;

/** The columns of a document: those of `rn-license` begin with `rn_license`. */
export interface DocumentColumns {
  readonly number: string;
  readonly state: string;
  readonly expiresOn: string;
}

export function documentColumns(slug: string): DocumentColumns {
  const prefix = slug.replaceAll('-', '_');
  return {
    number: `${prefix}_number`,
    state: `${prefix}_state`,
    expiresOn: `${prefix}_expires_on`,
  };
}

/** The documents that roles ask for, each once. */
export function documentSlugs(
  roles: readonly { readonly requirements: readonly Requirement[] }[],
): string[] {
  const documents = roles.flatMap(({ requirements }) =>
    requirements.filter(({ kind }) => kind === 'document').map(({ slug }) => slug),
  );
  return [...new Set(documents)];
}

/** The columns of a roster for roles (service tables 1.9). */
export function rosterColumns(
  roles: readonly { readonly requirements: readonly Requirement[] }[],
): string[] {
  const ofDocuments = documentSlugs(roles).flatMap((slug) => Object.values(documentColumns(slug)));
  return [...requiredColumns, ...optionalColumns, ...ofDocuments];
}
