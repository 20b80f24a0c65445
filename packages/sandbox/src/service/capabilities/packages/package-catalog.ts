export interface CatalogPackage {
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
