import { afterAll, beforeAll, beforeEach } from 'vitest';
import { dropSnapshot } from '../../src/service/db/snapshot.js';
import type { Database } from '../../src/service/db/sql.js';
import { describeApi } from '../../src/service/operations.js';
import { type ConsiderReport, storeReport } from './consider-report.js';
import { addKey } from './keys.js';
import { maria } from './maria.js';
import { minimalBody } from './minimal-body.js';
import { type DescribedOperation, describedOperations } from './openapi.js';
import { recordsOf, sharedService, type TestService } from './service.js';
import { addTenant } from './tenants.js';
import { uploadRoster } from './upload-roster.js';
import { validBodies } from './valid-bodies.js';

type Json = Readonly<Record<string, unknown>>;

/** A caller who must see nothing of the owner's. */
export interface Stranger {
  readonly key: string;
  readonly tenantId: string;
  readonly integrationId: string;
}

/** A valid request of an operation, whatever the state of its object. */
export interface TestRequest {
  readonly method: string;
  readonly path: string;
  readonly body: Json | FormData | string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** A service on which the demo integration has an object of every kind, and the others have none. */
export interface TwoIntegrations {
  readonly service: TestService;
  /** A key of the demo integration. */
  readonly owner: string;
  /** A key of another integration of its tenant. */
  readonly other: Stranger;
  /** A key of another tenant, for all its integrations. */
  readonly otherTenant: Stranger;
  /** The key of the partner that provisioned that tenant: the owner's tenant. */
  readonly partner: string;
  /** A key of another partner. */
  readonly otherPartner: Stranger;
  /** Id fields of requests, and the owner's object that each can name. */
  readonly ownedIds: Readonly<Record<string, string>>;
  readonly sql: Database;
  /** Creates an object with POST. */
  create(key: string, path: string, body: Json | FormData): Promise<Json>;
  /** The objects of a list, newest first. */
  list(key: string, path: string): Promise<readonly Json[]>;
  /**
   * A request of the holder of a key.
   *
   * @param id The object of the request. Default: an object of the key, a new one if the operation changes it and it can be made.
   */
  requestFor(operation: DescribedOperation, key: string, id?: string): Promise<TestRequest>;
}

/** The OpenAPI document of the service. */
export const document = describeApi();
export const operations = describedOperations(document);

/** The same objects for each test of a file. */
export function twoIntegrations(): () => TwoIntegrations {
  const service = sharedService(async () => new Response(), beforeAll);
  let world: TwoIntegrations | undefined;
  beforeEach(async () => {
    if (world) {
      await service().control('/snapshots/world/restore', {});
      return;
    }
    // Made once: restoring a snapshot is faster than making the objects again.
    world = await makeTwoIntegrations(service());
    await service().control('/snapshots', { name: 'world' });
  });
  afterAll(() => dropSnapshot(service().sql, 'user_world'));
  return () => {
    if (!world) throw new Error('The integrations are there in tests only.');
    return world;
  };
}

/** Makes the objects on a service whose demo integration has an endpoint. */
export async function makeTwoIntegrations(service: TestService): Promise<TwoIntegrations> {
  async function create(key: string, path: string, body: Json | FormData): Promise<Json> {
    return service.send('POST', path, body, { key });
  }

  async function list(key: string, path: string): Promise<readonly Json[]> {
    return recordsOf((await service.send('GET', path, undefined, { key }))['data']);
  }

  async function createKey(integrationId: string): Promise<string> {
    const body = { label: 'Test', scope: 'full_access', integrationId };
    return String((await create(keys.full, '/v1/api-keys', body))['key']);
  }

  const { sql, description, control } = service;
  const { keys, integrationId, endpoints } = description;
  const { id } = await create(keys.full, '/v1/integrations', { name: 'Other' });
  const owner = await createKey(integrationId);
  const tenantOf = async (key: string): Promise<string> =>
    String((await service.call('GET', '/v1/account', undefined, { key })).body['id']);
  const other = {
    key: await createKey(String(id)),
    tenantId: await tenantOf(owner),
    integrationId: String(id),
  };
  const provisioned = await create(keys.full, '/v1/partner/tenants', {
    facilityName: 'Other',
    adminEmail: 'admin@facility.example',
    termsVersion: '2026-01',
    pricing: { packages: { essential: 1200 }, checkTypes: {} },
  });
  const otherKey = String(provisioned['secretKey']);
  const otherTenant = {
    key: otherKey,
    tenantId: await tenantOf(otherKey),
    integrationId: String(provisioned['integrationId']),
  };
  await addTenant(sql, 'ten_partner', { partner: true });
  const otherPartner = {
    key: await addKey(sql, { tenantId: 'ten_partner', integrationId: null }),
    tenantId: 'ten_partner',
    integrationId: '',
  };
  const report = await addReport(service, owner);
  const { candidateId } = report;
  await addAdverseAction(service, owner, report);
  const { id: fileId } = await create(owner, '/v1/files', pdf());
  const { verificationId, sessionId } = await create(owner, '/v1/document-verifications', {
    documentConfigSlug: 'rn-license',
    state: 'CA',
    candidateId,
    formData: { licenseNumber: 'RN1234' },
  });
  const [role] = await list(owner, '/v1/roles');
  const roleId = String(role?.['id']);
  const forRole = { candidateId, roleId, workState: 'CA' };
  await create(owner, '/v1/invitations', forRole);
  await create(owner, '/v1/onboardings', forRole);
  await addImport(service, owner, roleId);
  await control('/clock', { settle: true });
  const { body: shown } = await service.call('GET', `/v1/reports/${report.id}`);
  const [event] = await list(owner, '/v1/events');
  const [request] = await list(owner, '/v1/api-requests?method=POST&status=2xx');
  const ownedIds = {
    candidateId,
    roleId,
    packageId: String(shown['packageId']),
    reportId: report.id,
    recordIds: report.recordIds[0],
    checkIds: report.checkId,
    integrationId,
    sessionId: String(sessionId),
    fileIds: String(fileId),
    subjectId: String(verificationId),
    endpointId: endpoints[0]?.id ?? '',
    eventId: String(event?.['id']),
    requestId: String(event?.['requestId']),
    objectId: String(request?.['objectId']),
    keyId: String(request?.['keyId']),
  };
  const bodies = validBodies(service);

  async function bodyFor({ path, requestSchema = {} }: DescribedOperation, key: string) {
    const integration = [other, otherTenant].find((one) => one.key === key)?.integrationId;
    return {
      ...minimalBody(requestSchema),
      ...('integrationId' in Object(requestSchema['properties'])
        ? { integrationId: integration ?? integrationId }
        : {}),
      ...(await bodies[path]?.(key)),
    };
  }

  /** Makes objects that POST does not create, or in a later state. */
  const make: Readonly<Record<string, (key: string) => Promise<string>>> = {
    '/v1/reports': async (key) => (await addReport(service, key)).id,
    '/v1/adverse-actions': async (key) =>
      addAdverseAction(service, key, await addReport(service, key)),
    '/v1/bulk-imports': async (key) => {
      const [one] = await list(key, '/v1/roles');
      const made = await addImport(service, key, String(one?.['id']));
      await control('/clock', { settle: true });
      return made;
    },
  };

  /** The id of an object in a collection. */
  async function ownId(key: string, collection: string, field: string, isRead: boolean) {
    // The oldest object has the most properties set.
    const first = (await list(key, collection)).at(-1);
    if (first && isRead) return String(first[field]);
    const made = await make[collection]?.(key);
    if (made !== undefined) return made;
    const creates = operations.find((one) => one.method === 'POST' && one.path === collection);
    if (creates) {
      return String((await create(key, collection, await bodyFor(creates, key)))[field]);
    }
    if (first) return String(first[field]);
    throw new Error(`Let twoIntegrations make one of ${collection}.`);
  }

  async function requestFor(
    operation: DescribedOperation,
    key: string,
    id?: string,
  ): Promise<TestRequest> {
    const { method, path: template, requestSchema, bodies: taken } = operation;
    const [, collection, field] = /^(.*?)\/\{(\w+)\}/.exec(template) ?? [];
    const path =
      collection === undefined || field === undefined
        ? template
        : template.replace(
            `{${field}}`,
            id ?? (await ownId(key, collection, field, method === 'GET')),
          );
    if ('text/csv' in taken) {
      return { method, path, body: ROSTER, headers: { 'content-type': 'text/csv' } };
    }
    const json = requestSchema && (await bodyFor(operation, key));
    return { method, path, body: 'multipart/form-data' in taken ? pdf() : json, headers: {} };
  }

  return {
    service,
    owner,
    other,
    otherTenant,
    partner: keys.full,
    otherPartner,
    ownedIds,
    sql,
    create,
    list,
    requestFor,
  };
}

/** Makes a test delivery to the owner's endpoint fail. */
export async function addFailure({ service, owner }: TwoIntegrations): Promise<void> {
  const { send, control, description } = service;
  await control('/faults', { kind: 'client_timeout', times: 1 });
  const path = `/v1/webhook-endpoints/${description.endpoints[0]?.id}/test`;
  await send('POST', path, { eventType: 'document_verification.completed' }, { key: owner });
  await control('/clock', { settle: true });
}

const ROSTER = `first_name,last_name,email,work_state
Maria,Ortiz,maria.ortiz@example.com,CA
Ana,Lopez,ana.lopez@example.com,CA
`;

function pdf(): FormData {
  const form = new FormData();
  form.set('file', new Blob(['%PDF-1.7\n']));
  return form;
}

/** A complete report of a new candidate. */
async function addReport({ send, sql }: TestService, key: string): Promise<ConsiderReport> {
  const { id } = await send('POST', '/v1/candidates', maria, { key });
  return storeReport(sql, String(id));
}

/** The id of an adverse action that is based on all findings of a report. */
async function addAdverseAction(
  { send }: TestService,
  key: string,
  { id, recordIds, checkId }: ConsiderReport,
): Promise<string> {
  const decision = { decision: 'adverse_action', recordIds, checkIds: [checkId] };
  const { adverseActionId } = await send('POST', `/v1/reports/${id}/adjudicate`, decision, { key });
  return String(adverseActionId);
}

/** The id of an import of a roster with two rows. */
async function addImport(service: TestService, key: string, roleId: string): Promise<string> {
  const { id } = await uploadRoster(service, ROSTER, `?roleId=${roleId}`, { key });
  return String(id);
}
