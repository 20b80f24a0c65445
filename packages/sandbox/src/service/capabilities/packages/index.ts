// What others may use of this capability.

export { knownCheckTypes } from './check-check-types.js';
export { checkTypeCatalog } from './check-type-catalog.js';
export { packageOperations } from './operations.js';
export { packageCatalog } from './package-catalog.js';
export { packageRecords, requirePackage } from './records.js';
export { priceResolver, resolvePrice } from './resolve-price.js';
export { Cents, Package, packageToWire } from './wire.js';
