import type { Stranger, TwoIntegrations } from '../../../support/two-integrations.js';

/** The collections of the catalog, which all share, and of objects that each tenant has one of. */
export const shared = [
  '/v1/document-configs',
  '/v1/verification-sources',
  '/v1/event-types',
  '/v1/account',
  '/v1/check-types',
  '/v1/partner/price-book',
];
/** The collections that the integrations of a tenant share. */
export const ofTenant = [
  '/v1/candidates',
  '/v1/reports',
  '/v1/adverse-actions',
  '/v1/onboardings',
  '/v1/packages',
  '/v1/roles',
];
/** The collections that only a key without an integration can change. */
const tenantWide = ['/v1/document-configs', '/v1/packages', '/v1/roles'];
/** The collections of a partner. Keys of one of its integrations cannot access them. */
const ofPartner = ['/v1/partner/tenants'];

/** The path of the list that an object is in. */
export const collectionOf = (path: string): string => path.split('/{')[0] ?? '';

/** The key that can access an object of a collection. */
export function ownerOf({ owner, partner }: TwoIntegrations, path: string): string {
  return [...ofPartner, ...tenantWide].includes(collectionOf(path)) ? partner : owner;
}

/** The callers who must see nothing of a collection. */
export function strangersTo(world: TwoIntegrations, path: string): readonly Stranger[] {
  const { other, otherTenant, otherPartner } = world;
  if (ofPartner.includes(collectionOf(path))) return [otherPartner];
  return ofTenant.includes(collectionOf(path)) ? [otherTenant] : [other, otherTenant];
}
