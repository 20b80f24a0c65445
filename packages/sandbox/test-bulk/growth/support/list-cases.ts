import { z } from 'zod';
import { isRecord } from '../../../src/handle/call-service.js';
import type { Operation } from '../../../src/service/http/operation.js';
import { filled } from './fill.js';
import { filledHiring } from './fill-hiring.js';

const old = '2026-01-01T01:00:00Z';
const middle = '2026-03-01T00:00:00Z';
const future = '2028-01-01T00:00:00Z';
const paging = ['limit', 'cursor'];
/** No index finds a part of a text: a search reads everything that its caller may see. */
const withoutIndex = ['q'];

/** Values of filters: of most rows, only of the oldest rows, of no rows, and of another tenant's rows. */
const filters: Readonly<Record<string, readonly string[]>> = {
  endpointId: [
    filled.busyEndpoint,
    filled.oldEndpoint,
    filled.quietEndpoint,
    filled.otherEndpoint,
    'we_none',
  ],
  eventId: ['evt_5003', 'evt_1', 'evt_none'],
  subjectId: ['dv_5003', 'dv_1', 'dv_none'],
  eventType: ['document_verification.completed', 'document_verification.recorded', 'none'],
  type: ['document_verification.completed', 'document_verification.recorded', 'none'],
  cause: ['server_error', 'timeout', 'dns_failed'],
  createdAfter: [old, middle, future],
  createdBefore: [old, middle, future],
  integrationId: [
    filled.oldIntegration,
    filled.quietIntegration,
    filled.otherIntegration,
    'int_none',
  ],
  externalId: ['external_5003', 'external_1', 'same', 'none'],
  requestId: ['req_5003', 'req_import', 'req_none'],
  path: ['/v1/events', '/v1/old', '/v1/none'],
  keyId: ['key_1', 'key_old', 'dashboard', 'key_none'],
  objectId: ['obj_5001', 'obj_3', 'obj_none'],
  email: ['same@example.com', '5003@example.com', 'none@example.com'],

  documentConfigSlug: ['rn-license', 'tb-test', 'npi'],
  checkTypeSlug: ['certification', 'none'],
  sourceSlug: ['sbx-dmv', 'none'],
  candidateId: [filledHiring.busyCandidate, filledHiring.oldCandidate, 'cand_5003', 'cand_none'],
  roleId: [filledHiring.busyRole, filledHiring.oldRole, 'role_none'],
  packageId: [filledHiring.busyPackage, filledHiring.oldPackage, 'pkg_none'],
  reportId: ['rpt_5003', 'rpt_1', 'rpt_none'],
  workState: ['CA', 'NY', 'PR'],
  include: ['candidate,package'],
};

/** The objects that the path of a list names. */
const parents: Readonly<Record<string, readonly string[]>> = {
  listBulkImportRows: [filledHiring.bigImport, filledHiring.oldImport],
  listWebhookDeliveriesOfEndpoint: [filled.busyEndpoint, filled.oldEndpoint, filled.quietEndpoint],
};

/** Whether an operation answers with a list. */
export function isList({ method, returns }: Operation): boolean {
  return method === 'GET' && returns instanceof z.ZodObject && 'nextCursor' in returns.shape;
}

/**
 * The calls of a list: without a filter, with each value of each filter, with each and a time, and with each and an integration.
 *
 * @throws Error for a filter without values.
 */
export function listCases(operation: Operation): readonly string[] {
  const names = filtersOf(operation);
  const single = ['', ...names.flatMap((name) => valuesOf(operation, name))];
  const valuesWithout = (ofTheName: string) =>
    names
      .filter((name) => !name.startsWith(ofTheName))
      .flatMap((name) => valuesOf(operation, name));
  const timed = names.includes('createdBefore')
    ? valuesWithout('created').map((query) => `${query}&createdBefore=${middle}`)
    : [];
  const ofIntegration = names.includes('integrationId')
    ? valuesWithout('integrationId').map(
        (query) => `${query}&integrationId=${filled.oldIntegration}`,
      )
    : [];
  const queries = [...single, ...timed, ...ofIntegration];
  return pathsOf(operation).flatMap((path) => queries.map((query) => `${path}${query}`));
}

function pathsOf({ id, path }: Operation): readonly string[] {
  if (!path.includes('{')) return [path];
  const ids = parents[id];
  if (!ids) throw new Error(`${id} needs the ids of what its path names, in list-cases.ts.`);
  return ids.map((of) => path.replace('{id}', of));
}

function filtersOf({ input }: Operation): readonly string[] {
  return Object.keys(input.query?.shape ?? {}).filter(
    (name) => !paging.includes(name) && !withoutIndex.includes(name),
  );
}

function valuesOf(operation: Operation, name: string): readonly string[] {
  const values = choicesOf(operation, name) ?? filters[name];
  if (!values)
    throw new Error(`The filter ${name} of ${operation.id} needs values in list-cases.ts.`);
  return values.map((value) => `?${new URLSearchParams({ [name]: value })}`);
}

/** The values of a filter that has few. */
function choicesOf({ input }: Operation, name: string): readonly string[] | undefined {
  const schema = input.query && z.toJSONSchema(input.query, { io: 'input' }).properties?.[name];
  return isRecord(schema) && Array.isArray(schema['enum']) ? schema['enum'].map(String) : undefined;
}
