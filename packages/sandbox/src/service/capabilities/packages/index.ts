export { checkTypeCatalog, packageCatalog } from './catalog.js';
export { packageOperations } from './operations.js';
export {
  type CheckTypeRow,
  checkTypes,
  knownCheckTypes,
  packageRecords,
  requirePackage,
} from './records.js';
export { priceResolver } from './resolve-price.js';
export { Cents, Package, packagesToWire } from './wire.js';
