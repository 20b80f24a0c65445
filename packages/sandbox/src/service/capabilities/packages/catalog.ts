import type { CandidateField, checkTypes } from '../../db/schema/index.js';

interface CatalogPackage {
  readonly name: string;
  readonly slug: string;
  readonly checkTypeSlugs: readonly string[];
  readonly priceCents: number;
}

const essential = ['ssn-trace', 'national-criminal', 'sex-offender-registry'];

export const packageCatalog: readonly CatalogPackage[] = [
  { name: 'Essential', slug: 'essential', checkTypeSlugs: essential, priceCents: 1500 },
  {
    name: 'Clinician',
    slug: 'clinician',
    checkTypeSlugs: [...essential, 'county-criminal', 'exclusion-list', 'license-verification'],
    priceCents: 3900,
  },
  {
    name: 'Driver',
    slug: 'driver',
    checkTypeSlugs: [...essential, 'motor-vehicle-record', 'identity-document'],
    priceCents: 2700,
  },
  {
    name: 'Executive',
    slug: 'executive',
    checkTypeSlugs: [
      ...essential,
      'global-watchlist',
      'county-criminal',
      'employment-verification',
      'education-verification',
    ],
    priceCents: 5900,
  },
];

type CheckType = typeof checkTypes.$inferInsert;

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const person: readonly CandidateField[] = ['dateOfBirth'];

/** The checks that the service offers. Prices and durations are invented for the sandbox. */
export const checkTypeCatalog: readonly CheckType[] = [
  check('ssn-trace', 'SSN trace', 'identity', 300, MINUTE, ['dateOfBirth', 'ssnLast4']),
  check('national-criminal', 'National criminal search', 'criminal', 1000, HOUR, person),
  check('state-criminal', 'State criminal search', 'criminal', 1200, DAY, person),
  check('county-criminal', 'County criminal search', 'criminal', 1500, 2 * DAY, person),
  check('sex-offender-registry', 'Sex offender registry', 'registry', 400, 30 * MINUTE, person),
  check('global-watchlist', 'Global watchlist', 'registry', 400, 10 * MINUTE, person),
  check('exclusion-list', 'Federal exclusion list', 'registry', 500, 10 * MINUTE, person),
  check('motor-vehicle-record', 'Motor vehicle record', 'driving', 900, 4 * HOUR, person),
  check('employment-verification', 'Employment verification', 'employment', 1800, 3 * DAY),
  check('education-verification', 'Education verification', 'education', 1600, 3 * DAY),
  {
    ...check('license-verification', 'License verification', 'license', 800, DAY),
    documentConfigSlugs: [
      'rn-license',
      'lpn-license',
      'cna-certification',
      'np-license',
      'npi',
      'dea-registration',
    ],
  },
  {
    ...check('identity-document', 'Identity document', 'identity', 500, 5 * MINUTE),
    documentConfigSlugs: ['drivers-license'],
  },
  {
    ...check('certification', 'Certification', 'license', 200, HOUR),
    documentConfigSlugs: ['cpr-card'],
  },
  {
    ...check('health-record', 'Health record', 'health', 200, HOUR),
    documentConfigSlugs: ['tb-test', 'vaccination-record'],
  },
];

function check(
  slug: string,
  name: string,
  category: CheckType['category'],
  listPriceCents: number,
  typicalDurationSeconds: number,
  requires: readonly CandidateField[] = [],
): CheckType {
  return {
    slug,
    name,
    category,
    listPriceCents,
    typicalDurationSeconds,
    requires: [...requires],
    documentConfigSlugs: [],
  };
}
