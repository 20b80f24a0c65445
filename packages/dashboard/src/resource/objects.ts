import { queryOptions } from '@tanstack/react-query';
import { callWith } from '../api/call.js';
import { faultsQuery } from '../api/controls.js';
import type { ReadId } from '../api/operations.js';
import { ProblemError } from '../api/problem-error.js';
import { queryClient } from '../api/query-client.js';
import { readOutbox } from './outbox.js';

export interface Target {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

interface Kind {
  readonly name: string;
  /** Reads the object, and returns its page. @throws ProblemError if it does not exist. */
  readonly find: (id: string) => Promise<Target | undefined>;
}

/** An object that the API reads by its id. @param parameter The name of the id in the path of the operation. */
const read = <Id extends ReadId>(
  name: string,
  operation: Id,
  target: (id: string) => string,
  parameter = 'id',
): Kind => ({
  name,
  async find(id) {
    await callWith(operation, { path: { [parameter]: id } });
    return { to: target(id) };
  },
});

const on = (list: string) => (id: string) => `${list}/${id}`;

/** The page of each kind of object, by id prefix. The API cannot read records, checks, attempts, files or rows by id. */
// biome-ignore format: a line for each.
const kinds: ReadonlyMap<string, Kind> = new Map([
  ['adv', read('Adverse action', 'getAdverseAction', on('/adverse-actions'))],
  ['cand', read('Candidate', 'getCandidate', on('/candidates'))],
  ['dlv', read('Delivery', 'getWebhookDelivery', on('/deliveries'))],
  ['dv', read('Verification', 'getDocumentVerification', on('/verifications'), 'verificationId')],
  ['dvs', read('Verification session', 'getVerificationSession', on('/sessions'))],
  ['evt', read('Event', 'getEvent', on('/events'))],
  ['imp', read('Import', 'getBulkImport', on('/imports'))],
  ['int', read('Integration', 'getIntegration', on('/integrations'))],
  ['inv', read('Invitation', 'getInvitation', on('/invitations'))],
  ['key', read('API key', 'getApiKey', on('/keys'))],
  ['onb', read('Onboarding', 'getOnboarding', on('/onboardings'))],
  ['pkg', read('Package', 'getPackage', on('/packages'))],
  ['req', read('Request', 'getApiRequest', on('/requests'))],
  ['role', read('Role', 'getRole', on('/roles'))],
  ['rpt', read('Report', 'getReport', on('/reports'))],
  ['ten', read('Tenant', 'getTenant', on('/tenants'), 'tenantId')],
  ['we', read('Endpoint', 'getWebhookEndpoint', on('/endpoints'))],
  ['msg', { name: 'Mail', find: async (id) => {
    const messages = await readOutbox();
    return messages.some((each) => each.id === id) ? { to: '/outbox', search: { message: id } } : undefined;
  } }],
  ['flt', { name: 'Fault', find: async (id) => {
    const { data } = await queryClient.fetchQuery(faultsQuery);
    return data.some((each) => each.id === id) ? { to: '/faults' } : undefined;
  } }],
]);

/** The kind of object of an id. `undefined` if the text cannot be an id. */
export function kindOf(text: string): Kind | undefined {
  const [, prefix = ''] = /^([a-z]+)_\w+$/.exec(text) ?? [];
  return kinds.get(prefix);
}

/** The page of the object with an id. `null` if the caller has no such object. */
export function targetQuery(id: string) {
  return queryOptions({
    queryKey: ['target', id],
    async queryFn() {
      try {
        return (await kindOf(id)?.find(id)) ?? null;
      } catch (error) {
        // 403: only a partner has tenants.
        if (error instanceof ProblemError && (error.status === 404 || error.status === 403))
          return null;
        throw error;
      }
    },
  });
}
