import type { Diagnosis } from '../src/diagnosis.js';
import { damagedBodies } from './damaged-bodies.js';
import { damagedHeaders } from './damaged-headers.js';
import { damagedSecrets } from './damaged-secrets.js';
import { damagedSignatures } from './damaged-signatures.js';
import type { Damaged } from './sign-by-hand.js';

/** For each cause and each detail, deliveries that have it. Total: without one for each, this does not compile. */
export const damagedDeliveries: Readonly<Record<Diagnosis, readonly Damaged[]>> = {
  ...damagedHeaders,
  ...damagedSignatures,
  ...damagedSecrets,
  ...damagedBodies,
};
