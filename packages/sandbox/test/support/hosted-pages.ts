import { Derivation } from '../../src/service/kernel/identity.js';
import { hostedLinks } from '../../src/service/pages/hosted-links.js';

/** The URLs of hosted pages as the shared service signs them, derived from its seed and first start. */
export const ownLinks = hostedLinks(
  new Derivation('test', new Date('2026-01-01')).secret('', 'page addresses'),
);
