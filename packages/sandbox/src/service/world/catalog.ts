import type { documentConfigs, verificationSources } from '../db/schema/index.js';

type Source = typeof verificationSources.$inferInsert;
type Config = Omit<typeof documentConfigs.$inferInsert, 'id' | 'createdAt' | 'updatedAt'>;

/** The issuing sources of the sandbox. Magic values decide their answers. */
export const sources: readonly Source[] = [
  source('sbx-nursing-board', 'Sandbox Nursing Board', 'US'),
  source('sbx-dmv', 'Sandbox Department of Motor Vehicles', 'US'),
  source('sbx-npi', 'Sandbox NPI Registry', 'US'),
  source('sbx-dea', 'Sandbox DEA Registry', 'US'),
];

/** The document configurations (service tables 1.10). */
const configs: readonly Config[] = [
  license('rn-license', 'Registered nurse license', 'sbx-nursing-board'),
  license('lpn-license', 'Licensed practical nurse license', 'sbx-nursing-board'),
  license('cna-certification', 'Certified nursing assistant certification', 'sbx-nursing-board'),
  license('np-license', 'Nurse practitioner license', 'sbx-nursing-board'),
  {
    ...license('drivers-license', "Driver's license", 'sbx-dmv'),
    checkTypeSlug: 'identity-document',
  },
  {
    ...license('npi', 'National provider identifier', 'sbx-npi'),
    fields: [required('npi', '[12]\\d{9}', 'ten digits that begin with 1 or 2')],
    magicField: 'npi',
  },
  {
    ...license('dea-registration', 'DEA registration', 'sbx-dea'),
    fields: [
      required(
        'registrationNumber',
        '[A-Z][A-Z9]\\d{7}',
        'two capital letters, or a letter and a 9, and then seven digits',
      ),
    ],
    magicField: 'registrationNumber',
    digitAliases: true,
  },
  card('cpr-card', 'CPR card', 'certification'),
  card('tb-test', 'Tuberculosis test', 'health-record'),
  card('vaccination-record', 'Vaccination record', 'health-record'),
];

/** Lists show the newest first, so the reversed rows appear in the order of this file. */
export function catalogRows(now: Date): (typeof documentConfigs.$inferInsert)[] {
  const made = { createdAt: now, updatedAt: now };
  return configs.map((config) => ({ ...config, id: config.slug, ...made })).reverse();
}

function source(slug: string, name: string, jurisdiction: string): Source {
  return { slug, name, jurisdiction, availability: 'available' };
}

function license(slug: string, name: string, sourceSlug: string): Config {
  return {
    ...config(slug, name, 'license-verification', 'licenseNumber'),
    fields: [
      required('licenseNumber', '[A-Z0-9-]{3,30}', '3 to 30 capital letters, digits and hyphens'),
      { key: 'holderName', type: 'string', required: false },
      { key: 'expiresOn', type: 'date', required: false },
    ],
    sourceSlug,
  };
}

function card(slug: string, name: string, checkTypeSlug: string): Config {
  return {
    ...config(slug, name, checkTypeSlug, 'holderName'),
    fields: [
      { key: 'holderName', type: 'string', required: true },
      { key: 'issuer', type: 'string', required: false },
      { key: 'expiresOn', type: 'date', required: false },
    ],
    sourceSlug: null,
  };
}

function config(slug: string, name: string, checkTypeSlug: string, magicField: string) {
  return {
    slug,
    name,
    checkTypeSlug,
    states: ['*'],
    requiresFiles: false,
    magicField,
    digitAliases: false,
  };
}

function required(key: string, pattern: string, hint: string): Config['fields'][number] {
  return { key, type: 'string', required: true, pattern, hint };
}
