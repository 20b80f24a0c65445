import { afterAll, beforeEach } from 'vitest';
import { isRecord } from '../../src/sandbox/is-record.js';
import { integrations } from '../../src/store/schema/index.js';
import { dropSnapshot } from '../../src/store/snapshot.js';
import type { Sql } from '../../src/store/sql.js';
import { addKey } from './keys.js';
import { sharedService, type TestService } from './service.js';

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
  /** Id fields of requests, and the owner's object that each can name. */
  readonly ownedIds: Readonly<Record<string, string>>;
  readonly sql: Sql;
  /** Creates an object with POST. */
  create(key: string, path: string, body: Json | FormData): Promise<Json>;
  /** The objects of a list, newest first. */
  list(key: string, path: string): Promise<readonly Json[]>;
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
  const otherTenant = await addTenant(sql, 'ten_other');
  await create(owner, '/v1/candidates', {
    firstName: 'Maria',
    lastName: 'Ortiz',
    email: 'maria.ortiz@example.com',
  });
  const file = new FormData();
  file.set('file', new Blob(['%PDF-1.7\n']));
  const { id: fileId } = await create(owner, '/v1/files', file);
  const { verificationId, sessionId } = await create(owner, '/v1/document-verifications', {
    documentConfigSlug: 'rn-license',
    state: 'CA',
    formData: { licenseNumber: 'RN1234' },
  });
  await control('/clock', { settle: true });
  const ownedIds = {
    integrationId,
    sessionId: String(sessionId),
    fileIds: String(fileId),
    subjectId: String(verificationId),
    endpointId: endpoints[0]?.id ?? '',
    eventId: String((await list(owner, '/v1/events'))[0]?.['id']),
  };
  return { service, owner, other, otherTenant, ownedIds, sql, create, list };
}

// No operation creates tenants yet.
async function addTenant(sql: Sql, tenantId: string): Promise<Stranger> {
  const integrationId = 'int_of_other_tenant';
  const now = new Date();
  await sql.insert(integrations).values({
    id: integrationId,
    tenantId,
    name: 'Other',
    slug: 'other',
    status: 'active',
    createdAt: now,
    updatedAt: now,
  });
  const key = await addKey(sql, { tenantId, integrationId: null });
  return { key, integrationId };
}
