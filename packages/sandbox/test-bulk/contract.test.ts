import { it } from 'vitest';
import { sharedService } from '../test/support/service.js';
import { testContract } from '../test/support/test-contract.js';

const service = sharedService();
const runs = Number(process.env['CONTRACT_RUNS'] ?? 60);

it('no operation answers what the document does not describe', () => testContract(service(), runs));
