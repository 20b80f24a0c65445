import { Derivation } from '../../src/service/kernel/identity.js';
import { hostedLinks } from '../../src/service/pages/hosted-links.js';

/** The addresses of hosted pages as the shared service signs them: by its seed and its first start. */
export const ownLinks = hostedLinks(
  new Derivation('test', new Date('2026-01-01')).secret('', 'page addresses'),
);
