import { afterAll, beforeEach } from 'vitest';
import { isRecord } from '../../src/sandbox/is-record.js';
import { dropSnapshot } from '../../src/store/snapshot.js';
import type { Sql } from '../../src/store/sql.js';
import { type ConsiderReport, storeReport } from './consider-report.js';
import { addKey } from './keys.js';
import { minimalBody } from './minimal-body.js';
import { sharedService, type TestService } from './service.js';
import { addTenant } from './tenants.js';
import { validBodies } from './valid-bodies.js';

type Json = Readonly<Record<string, unknown>>;

/** Who must see nothing of another's. */
export interface Stranger {
  readonly key: string;
  readonly integrationId: string;
}

/** A service on which the demo integration has an object of every kind, and others have nothing. */
export interface TwoIntegrations {
  readonly service: TestService;
  /** A key of the demo integration. */
  readonly owner: string;
  /** A key of another integration of its tenant. */
  readonly other: Stranger;
  /** A key of another tenant, for all its integrations. */
  readonly otherTenant: Stranger;
  /** The key of the partner that has provisioned it, which is the owner's tenant. */
  readonly partner: string;
  /** A key of another partner. */
  readonly otherPartner: Stranger;
  /** Id fields of requests, and the owner's object that each can name. */
  readonly ownedIds: Readonly<Record<string, string>>;
  readonly sql: Sql;
  /** A body that an operation takes from the holder of a key. */
  bodyFor(operation: Posted, key: string): Promise<Json>;
  /** Creates an object with POST. */
  create(key: string, path: string, body: Json | FormData): Promise<Json>;
  /** The objects of a list, newest first. */
  list(key: string, path: string): Promise<readonly Json[]>;
  /** Makes objects that POST does not create, or in a state that they come to later, and returns the id of one. */
  readonly make: Readonly<Record<string, (key: string) => Promise<string>>>;
}

interface Posted {
  readonly path: string;
  readonly requestSchema: Json | undefined;
}

/** The same for each test of a file. */
export function twoIntegrations(): () => TwoIntegrations {
  const service = sharedService(async () => new Response());
  let world: TwoIntegrations | undefined;
  beforeEach(async () => {
    if (world) {
      await service().control('/snapshots/world/restore', {});
      return;
    }
    // Made once: the database brings it back faster than the API makes it again.
    world = await makeTwoIntegrations(service());
    await service().control('/snapshots', { name: 'world' });
  });
  afterAll(() => dropSnapshot(service().sql, 'user_world'));
  return () => {
    if (!world) throw new Error('The integrations are there in tests only.');
    return world;
  };
}

/** Makes them on a service whose demo integration has an endpoint. */
export async function makeTwoIntegrations(service: TestService): Promise<TwoIntegrations> {
  async function create(key: string, path: string, body: Json | FormData): Promise<Json> {
    const answer = await service.call('POST', path, body, { key });
    if (answer.status !== 201) throw new Error(`${path}: ${answer.text}`);
    return answer.body;
  }

  async function list(key: string, path: string): Promise<readonly Json[]> {
    const { status, body, text } = await service.call('GET', path, undefined, { key });
    if (status !== 200 || !Array.isArray(body['data'])) throw new Error(`${path}: ${text}`);
    return body['data'].filter(isRecord);
  }

  async function createKey(integrationId: string): Promise<string> {
    const body = { label: 'Test', scope: 'full_access', integrationId };
    return String((await create(keys.full, '/v1/api-keys', body))['key']);
  }

  const { sql, description, control } = service;
  const { keys, integrationId, endpoints } = description;
  const { id } = await create(keys.full, '/v1/integrations', { name: 'Other' });
  const owner = await createKey(integrationId);
  const other = { key: await createKey(String(id)), integrationId: String(id) };
  const provisioned = await create(keys.full, '/v1/partner/tenants', {
    facilityName: 'Other',
    adminEmail: 'admin@facility.example',
    termsVersion: '2026-01',
    pricing: { packages: { essential: 1200 }, checkTypes: {} },
  });
  const otherTenant = {
    key: String(provisioned['secretKey']),
    integrationId: String(provisioned['integrationId']),
  };
  await addTenant(sql, 'ten_partner', { partner: true });
  const otherPartner = {
    key: await addKey(sql, { tenantId: 'ten_partner', integrationId: null }),
    integrationId: '',
  };
  const report = await addReport(service, owner);
  const { candidateId } = report;
  await addAdverseAction(service, owner, report);
  const file = new FormData();
  file.set('file', new Blob(['%PDF-1.7\n']));
  const { id: fileId } = await create(owner, '/v1/files', file);
  const { verificationId, sessionId } = await create(owner, '/v1/document-verifications', {
    documentConfigSlug: 'rn-license',
    state: 'CA',
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
    eventId: String((await list(owner, '/v1/events'))[0]?.['id']),
  };
  const bodies = validBodies(service);
  return {
    service,
    owner,
    other,
    otherTenant,
    partner: keys.full,
    otherPartner,
    ownedIds,
    sql,
    bodyFor: async ({ path, requestSchema }, key) => ({
      ...minimalBody(requestSchema ?? {}),
      ...(await bodies[path]?.(key)),
    }),
    create,
    list,
    make: {
      '/v1/reports': async (key) => (await addReport(service, key)).id,
      '/v1/adverse-actions': async (key) =>
        addAdverseAction(service, key, await addReport(service, key)),
      '/v1/bulk-imports': async (key) => {
        const [one] = await list(key, '/v1/roles');
        const made = await addImport(service, key, String(one?.['id']));
        await control('/clock', { settle: true });
        return made;
      },
    },
  };
}

/** A complete report of a new candidate. */
async function addReport({ call, sql }: TestService, key: string): Promise<ConsiderReport> {
  const person = { firstName: 'Maria', lastName: 'Ortiz', email: 'maria.ortiz@example.com' };
  const { body } = await call('POST', '/v1/candidates', person, { key });
  return storeReport(sql, String(body['id']));
}

/** The id of an adverse action that is based on all of a report. */
async function addAdverseAction(
  { call }: TestService,
  key: string,
  { id, recordIds, checkId }: ConsiderReport,
): Promise<string> {
  const decision = { decision: 'adverse_action', recordIds, checkIds: [checkId] };
  const { status, text, body } = await call('POST', `/v1/reports/${id}/adjudicate`, decision, {
    key,
  });
  if (status !== 200) throw new Error(text);
  return String(body['adverseActionId']);
}

/** The id of an import of a roster with one row. */
async function addImport({ call }: TestService, key: string, roleId: string): Promise<string> {
  const roster = 'first_name,last_name,email,work_state\nMaria,Ortiz,maria.ortiz@example.com,CA\n';
  const headers = { 'content-type': 'text/csv' };
  const path = `/v1/bulk-imports?roleId=${roleId}`;
  const { status, text, body } = await call('POST', path, roster, { key, headers });
  if (status !== 202) throw new Error(text);
  return String(body['id']);
}
