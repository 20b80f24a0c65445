import type { Requirement } from '../../../db/schema/index.js';
import type { DocumentEvidence } from '../../onboarding/index.js';
import type { DocumentConfiguration } from '../../verifications/index.js';

export const requiredColumns = ['first_name', 'last_name', 'email', 'role', 'work_state'] as const;
const optionalColumns = ['external_id', 'phone', 'date_of_birth', 'start_date'] as const;

/** The columns of a document. For `rn-license`, they begin with `rn_license`. */
export function documentColumns(slug: string) {
  const prefix = slug.replaceAll('-', '_');
  return {
    number: `${prefix}_number`,
    state: `${prefix}_state`,
    expiresOn: `${prefix}_expires_on`,
  };
}

/** The documents that roles ask for, without duplicates. */
export function documentSlugs(
  roles: readonly { readonly requirements: readonly Requirement[] }[],
): string[] {
  const documents = roles.flatMap(({ requirements }) =>
    requirements.filter(({ kind }) => kind === 'document').map(({ slug }) => slug),
  );
  return [...new Set(documents)];
}

const ofNumber = documentColumns('').number;

/** Counts the documents that a row may give, whatever its role. */
export function countDocuments({ values }: { readonly values: Readonly<Record<string, string>> }) {
  const given = Object.entries(values).filter(
    ([column, cell]) => column.endsWith(ofNumber) && cell,
  );
  return given.length;
}

/** The columns of a roster for roles (service tables 1.9). */
export function rosterColumns(
  roles: readonly { readonly requirements: readonly Requirement[] }[],
): string[] {
  const ofDocuments = documentSlugs(roles).flatMap((slug) => Object.values(documentColumns(slug)));
  return [...requiredColumns, ...optionalColumns, ...ofDocuments];
}

export interface GivenDocument {
  readonly config: DocumentConfiguration;
  readonly number: string;
  readonly state: string;
  /** Empty if not given. */
  readonly expiresOn: string;
  /** The fields with which a verification of the document starts. */
  readonly formData: Readonly<Record<string, unknown>>;
}

const HOLDER = 'holderName';
// The key for a configuration whose form has no number.
const NUMBER = 'documentNumber';

/** Reads a document from a row. `undefined` if the row gives no number. */
export function givenDocument(
  config: DocumentConfiguration,
  value: (column: string) => string,
  holder: { readonly firstName: string; readonly lastName: string },
  workState: string,
): GivenDocument | undefined {
  const columns = documentColumns(config.slug);
  const number = value(columns.number);
  if (number === '') return undefined;
  const expiresOn = value(columns.expiresOn);
  const hasHolder = config.fields.some(({ key }) => key === HOLDER);
  return {
    config,
    number,
    state: value(columns.state).toUpperCase() || workState,
    expiresOn,
    formData: {
      [numberKey(config)]: number,
      ...(hasHolder ? { [HOLDER]: `${holder.firstName} ${holder.lastName}` } : {}),
      ...(expiresOn === '' ? {} : { expiresOn }),
    },
  };
}

/**
 * Whether a verification is of this document: its state and number are the same. The number may be missing if the form has none.
 */
export function isOfDocument(
  { slug, state, formData }: DocumentEvidence,
  given: GivenDocument,
): boolean {
  if (slug !== given.config.slug || state !== given.state) return false;
  const number = formData[numberKey(given.config)];
  return number === given.number || (number === undefined && numberKey(given.config) === NUMBER);
}

function numberKey({ fields }: DocumentConfiguration): string {
  return fields.find(({ key, required }) => required && key !== HOLDER)?.key ?? NUMBER;
}
