import type { Requirement } from '../../db/schema/index.js';

export interface CatalogRole {
  readonly name: string;
  readonly slug: string;
  readonly packageSlug: string;
  readonly requirements: readonly Requirement[];
}

const criminal = yearlyCheck('national-criminal');
const exclusion = yearlyCheck('exclusion-list');

export const roleCatalog: readonly CatalogRole[] = [
  {
    name: 'Registered nurse',
    slug: 'registered-nurse',
    packageSlug: 'clinician',
    requirements: [
      criminal,
      exclusion,
      document('rn-license'),
      { ...document('cpr-card'), validForDays: 730 },
      { ...document('tb-test'), validForDays: 365 },
      { ...document('vaccination-record'), required: false },
    ],
  },
  {
    name: 'Licensed practical nurse',
    slug: 'licensed-practical-nurse',
    packageSlug: 'clinician',
    requirements: [
      criminal,
      exclusion,
      document('lpn-license'),
      { ...document('cpr-card'), validForDays: 730 },
    ],
  },
  {
    name: 'Certified nursing assistant',
    slug: 'certified-nursing-assistant',
    packageSlug: 'essential',
    requirements: [
      criminal,
      document('cna-certification'),
      { ...document('tb-test'), validForDays: 365 },
    ],
  },
  {
    name: 'Driver',
    slug: 'driver',
    packageSlug: 'driver',
    requirements: [criminal, yearlyCheck('motor-vehicle-record'), document('drivers-license')],
  },
];

function yearlyCheck(slug: string): Requirement {
  return { kind: 'check', slug, required: true, validForDays: 365 };
}

function document(slug: string): Requirement {
  return { kind: 'document', slug, required: true };
}
