import { it } from 'vitest';
import { sharedService } from '../support/service.js';
import { testContract } from '../support/test-contract.js';

const service = sharedService();

// `npm run test:slow` tries more.
it('no operation answers what the document does not describe', () => testContract(service(), 2));
