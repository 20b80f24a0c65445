import { z } from 'zod';
import { readOperation } from './operation.js';

const Account = z
  .object({
    id: z.string(),
    name: z.string(),
    timeZone: z.string().describe('An IANA name. Days, such as those of expiry, end by it.'),
  })
  .meta({ id: 'Account' });

const get = readOperation({
  id: 'getAccount',
  path: '/v1/account',
  tag: 'Account',
  summary: 'Get the account of the key',
  scopes: ['full_access'],
  shown: false,
  input: {},
  status: 200,
  returns: Account,
  refuses: ['parameter_unknown'],
  async handle(_input, { scope }) {
    return { id: scope.tenantId, name: 'Sandbox account', timeZone: 'America/New_York' };
  },
});

export const accountOperations = [get];
