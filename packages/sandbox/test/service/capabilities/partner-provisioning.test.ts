import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { asc, eq, sql as raw } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  apiKeys,
  documentVerifications,
  invitations,
  jobs,
  reports,
  sinkRequests,
  verificationSessions,
  webhookDeliveries,
} from '../../../src/service/db/schema/index.js';
import { describeApi } from '../../../src/service/operations.js';
import { addKey } from '../../support/keys.js';
import { maria } from '../../support/maria.js';
import { invalid, problem } from '../../support/problems.js';
import { type Provisioned, provision } from '../../support/provision.js';
import { known } from '../../support/reports.js';
import { recordsOf, sharedService } from '../../support/service.js';
import { addTenant } from '../../support/tenants.js';
import { uploadRoster } from '../../support/upload-roster.js';

// The row "Partner provisioning" of spec section 1, and section 2, "Tenant provisioning request fields".

type Json = Readonly<Record<string, unknown>>;

const service = sharedService();
const path = '/v1/partner/tenants';
const lakeside = {
  facilityName: 'Lakeside Clinic',
  adminEmail: 'admin@lakeside.example',
  termsVersion: '2026-01',
};
/** The transaction that wrote a row. */
const transactionOf = raw`xmin::text`;
const none = { packages: {}, checkTypes: {} };

const post = (body: object) => service().call('POST', path, body);
const get = async (id: string) => (await service().call('GET', `${path}/${id}`)).body;
const act = (id: string, action: string) => service().call('POST', `${path}/${id}/${action}`);
const use = (key: string, url = '/v1/packages') => service().call('GET', url, undefined, { key });

describe('Marketplaces and platforms create white-label tenants with one call.', () => {
  it('a tenant has every field, and a key that is shown once', async () => {
    const { tenantId, key, integrationId, body } = await provision(service(), {
      brandColor: '#1F6feb',
      timeZone: 'America/Los_Angeles',
    });
    const shown = {
      tenantId: expect.stringMatching(/^ten_[a-z2-7]{24}$/),
      slug: 'lakeside-clinic',
      ...lakeside,
      status: 'active',
      timeZone: 'America/Los_Angeles',
      brandColor: '#1F6feb',
      pricing: none,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    };
    expect(body).toEqual({
      ...shown,
      secretKey: expect.stringMatching(/^bss_full_[0-9A-Za-z]{32}$/),
      integrationId: expect.stringMatching(/^int_/),
    });
    expect(await get(tenantId)).toEqual(shown);
    expect(await service().list(path)).toEqual([shown]);
    for (const url of [path, `${path}/${tenantId}`, '/v1/api-keys', '/v1/api-requests']) {
      expect((await service().call('GET', url)).text).not.toContain(key.slice(9));
    }
    expect((await use(key, '/v1/integrations')).body['data']).toMatchObject([
      { id: integrationId, name: 'Lakeside Clinic', slug: 'lakeside-clinic' },
    ]);
    expect((await use(key, '/v1/api-keys')).body['data']).toMatchObject([
      { scope: 'full_access', integrationId: null, label: 'From provisioning', revokedAt: null },
    ]);
    const outbox = await service().control('/outbox');
    expect(outbox.body['data']).toMatchObject([
      { tenantId, to: lakeside.adminEmail, text: expect.stringContaining('Lakeside Clinic') },
    ]);
    expect(outbox.text).not.toContain(key.slice(9));
  });

  it('of the three fields of the specification alone, it is in the time zone of its partner', async () => {
    const { body } = await provision(service());
    expect(body).toMatchObject({ timeZone: 'America/New_York', brandColor: null, pricing: none });
    await service().call('PATCH', '/v1/account', { timeZone: 'Pacific/Honolulu' });
    expect((await provision(service())).body['timeZone']).toBe('Pacific/Honolulu');
    expect((await provision(service(), { timeZone: 'UTC' })).body['timeZone']).toBe('UTC');
  });
  it('a repeat with the same Idempotency-Key gets the same key', async () => {
    const headers = { 'idempotency-key': 'lakeside' };
    const first = await provision(service(), {}, headers);
    await service().control('/clock', { advance: '23h' });
    expect(await provision(service(), {}, headers)).toEqual(first);
    expect(await service().list(path)).toHaveLength(1);
  });

  it('a wrong field is named, and nothing is provisioned', async () => {
    for (const [param, more] of [
      ['facilityName', { facilityName: undefined }],
      ['facilityName', { facilityName: ' ' }],
      ['adminEmail', { adminEmail: 'admin' }],
      ['termsVersion', { termsVersion: '2026-13' }],
      ['termsVersion', { termsVersion: '2026-01\n' }],
      ['timeZone', { timeZone: 'Lakeside' }],
      ['timeZone', { timeZone: '+05:00' }],
      ['timeZone', { timeZone: '' }],
      ['brandColor', { brandColor: '#fff' }],
      ['brandColor', { brandColor: '#12345g' }],
      ['brandColor', { brandColor: '#123456;}' }],
      ['pricing.checkTypes', { pricing: { packages: {} } }],
      ['pricing.packages.essential', { pricing: { ...none, packages: { essential: -1 } } }],
      ['pricing.packages.essential', { pricing: { ...none, packages: { essential: 1_000_001 } } }],
      ['pricing.packages.nothing', { pricing: { ...none, packages: { nothing: 1 } } }],
      ['pricing.checkTypes.essential', { pricing: { ...none, checkTypes: { essential: 1 } } }],
      ['pricing.checkTypes.a\0', { pricing: { ...none, checkTypes: { 'a\0': 1 } } }],
    ] as const) {
      expect(await post({ ...lakeside, ...more }), JSON.stringify(more)).toMatchObject(
        problem(422, 'validation_failed', { errors: [{ param }] }),
      );
    }
    expect(await service().list(path)).toEqual([]);
  });

  it('formerly valid terms are accepted, and unknown terms are refused', async () => {
    for (const termsVersion of ['2025-01', '2025-07']) {
      expect((await provision(service(), { termsVersion })).body).toMatchObject({ termsVersion });
    }
    const errors = [{ param: 'termsVersion', code: 'unknown' }];
    for (const termsVersion of ['2024-12', '2026-02']) {
      expect(await post({ ...lakeside, termsVersion })).toMatchObject(
        problem(422, 'terms_version_unknown', { errors }),
      );
    }
  });

  it('20 of one name, provisioned at the same time, have slugs of their own', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => provision(service())));
    const numbers = Array.from({ length: 19 }, (_, index) => `lakeside-clinic-${index + 2}`);
    expect(new Set(made.map(({ body }) => body['slug']))).toEqual(
      new Set(['lakeside-clinic', ...numbers]),
    );
  });

  it('a facility has any name, and a slug of its letters', async () => {
    for (const [facilityName, slug] of [
      ['x'.repeat(255), 'x'.repeat(60)],
      ['St. Mary’s Hospital — North', 'st-marys-hospital-north'],
      ['Clínica São José', 'clinica-sao-jose'],
      ['🏥 24/7', '24-7'],
      ['مستشفى البحيرة', 'tenant'],
      ['\u202ecinilC\u202c', 'cinilc'],
    ] as const) {
      const { tenantId, key, body } = await provision(service(), { facilityName });
      expect(body).toMatchObject({ facilityName, slug });
      expect(await get(tenantId)).toMatchObject({ facilityName, slug });
      expect((await use(key, '/v1/account')).body).toMatchObject({ name: facilityName, slug });
    }
  });
});

// Tests for isolation are in http/isolation, and for the right to provision in http/isolation/events.test.ts.
it('two partners share the slugs, which are in addresses, and no price book', async () => {
  const { call, sql } = service();
  await addTenant(sql, 'ten_partner', { partner: true });
  const key = await addKey(sql, { tenantId: 'ten_partner', integrationId: null });
  await provision(service());
  const { body } = await call('POST', path, lakeside, { key });
  expect(body['slug']).toBe('lakeside-clinic-2');
  await call('PUT', '/v1/partner/price-book', { ...none, packages: { essential: 1 } }, { key });
  expect((await call('GET', '/v1/partner/price-book')).body).toEqual(none);
});

describe('partner-specific pricing', () => {
  const pricing = { packages: { essential: 1200, driver: 0 }, checkTypes: { 'ssn-trace': 100 } };

  it('is set when a tenant is provisioned, and replaced as a whole', async () => {
    const { tenantId, key, body: provisioned } = await provision(service(), { pricing });
    expect(provisioned['pricing']).toEqual(pricing);
    const priced = (priceCents: number, priceSource: string) =>
      expect.objectContaining({ slug: 'essential', priceCents, priceSource });
    expect((await use(key)).body['data']).toContainEqual(priced(1200, 'tenant'));
    await provision(service(), { pricing });
    const url = `${path}/${tenantId}/pricing`;
    await service().control('/clock', { advance: '1h' });
    const next = { packages: { clinician: 3000 }, checkTypes: {} };
    const body = await service().send('PUT', url, next);
    expect(body).toMatchObject({ pricing: next, updatedAt: '2026-01-01T01:00:00.000Z' });
    expect(await get(tenantId)).toEqual(body);
    expect((await service().list(path)).map((shown) => shown['pricing'])).toEqual([next, pricing]);
    expect((await use(key)).body['data']).toContainEqual(priced(1500, 'list'));
  });

  it('may name a package of the tenant, and no other', async () => {
    const { tenantId, key } = await provision(service());
    const made = { name: 'Courier', checkTypeSlugs: ['ssn-trace'] };
    await service().call('POST', '/v1/packages', made, { key });
    await service().call('POST', '/v1/packages', { ...made, name: 'Ours' });
    const url = `${path}/${tenantId}/pricing`;
    const put = (packages: Json, checkTypes: Json = {}) =>
      service().call('PUT', url, { packages, checkTypes });
    expect((await put({ courier: 250, essential: 1 })).status).toBe(200);
    expect(await put({ ours: 1, essential: 1 }, { nothing: 1 })).toMatchObject(
      invalid(
        { param: 'packages.ours', code: 'unknown' },
        { param: 'checkTypes.nothing', code: 'unknown' },
      ),
    );
    // A refusal changes nothing.
    expect((await get(tenantId))['pricing']).toMatchObject({ packages: { courier: 250 } });
  });

  it('of all tenants is the price book, which knows the packages that all have', async () => {
    const { call } = service();
    const url = '/v1/partner/price-book';
    expect(await call('GET', url)).toMatchObject({ status: 200, body: none });
    expect((await call('PUT', url, pricing)).body).toEqual(pricing);
    expect((await call('GET', url)).body).toEqual(pricing);
    await call('POST', '/v1/packages', { name: 'Ours', checkTypeSlugs: ['ssn-trace'] });
    expect(await call('PUT', url, { ...none, packages: { ours: 1 } })).toMatchObject(
      invalid({ param: 'packages.ours', code: 'unknown' }),
    );
    expect((await call('PUT', url, none)).body).toEqual(none);
  });

  it('ten changes at the same time leave the prices of one', async () => {
    const { tenantId } = await provision(service());
    const { call } = service();
    for (const url of [`${path}/${tenantId}/pricing`, '/v1/partner/price-book']) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, cents) =>
          call('PUT', url, { packages: { essential: cents, driver: cents }, checkTypes: {} }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    }
    const { packages } = Object((await get(tenantId))['pricing']);
    expect(packages.essential).toBe(packages.driver);
  });
});

describe('A tenant is', () => {
  it('changed, and keeps its slug', async () => {
    const { tenantId, key, integrationId } = await provision(service(), { brandColor: '#123456' });
    const before = await get(tenantId);
    await service().control('/clock', { advance: '1h' });
    const change = {
      facilityName: 'Hillside Clinic',
      adminEmail: 'admin@hillside.example',
      timeZone: 'America/Denver',
      brandColor: null,
    };
    const { body } = await service().call('PATCH', `${path}/${tenantId}`, change);
    expect(body).toEqual({ ...before, ...change, updatedAt: '2026-01-01T01:00:00.000Z' });
    expect((await use(key, '/v1/account')).body).toEqual({
      id: tenantId,
      name: 'Hillside Clinic',
      slug: 'lakeside-clinic',
      status: 'active',
      partner: false,
      adminEmail: 'admin@hillside.example',
      timeZone: 'America/Denver',
      brandColor: null,
      defaultIntegrationId: integrationId,
    });
  });

  it('suspended: every request with its keys is refused, until it is reactivated', async () => {
    const { call, description } = service();
    const { tenantId, key } = await provision(service());
    const wanted = { label: 'Form', scope: 'candidate_create' };
    const candidateKey = String((await call('POST', '/v1/api-keys', wanted, { key })).body['key']);
    expect(await act(tenantId, 'suspend')).toMatchObject({
      status: 200,
      body: { tenantId, status: 'suspended' },
    });
    const suspended = problem(403, 'tenant_suspended');
    for (const url of ['/v1/packages', '/v1/account', '/v1/webhook-deliveries/stream', path]) {
      expect(await use(key, url)).toMatchObject(suspended);
    }
    for (const caller of [key, candidateKey]) {
      const answer = await call('POST', '/v1/candidates', maria, { key: caller });
      expect(answer).toMatchObject(suspended);
    }
    expect((await use(description.keys.full)).status).toBe(200);
    expect(await act(tenantId, 'reactivate')).toMatchObject({ body: { status: 'active' } });
    expect((await use(key)).status).toBe(200);
    // The refusals are in the tenant's log.
    const { body: log } = await use(key, '/v1/api-requests');
    const codes = Object(log['data']).map(({ code }: Json) => code);
    expect(codes.filter((code: unknown) => code === 'tenant_suspended')).toHaveLength(6);
  });

  it('suspended: every operation documents the refusal', () => {
    const operations = Object.values(Object(describeApi()['paths'])).flatMap((methods) =>
      Object.values(Object(methods)),
    );
    for (const { operationId, responses } of operations.map(Object)) {
      expect(responses[403].description, operationId).toContain('`tenant_suspended`');
    }
  });

  it('closed permanently: its keys are revoked', async () => {
    const { call, sql } = service();
    const { tenantId, key } = await provision(service());
    const other = await provision(service());
    const wanted = { label: 'Second', scope: 'full_access' };
    const second = String((await call('POST', '/v1/api-keys', wanted, { key })).body['key']);
    const { body: third } = await call('POST', '/v1/api-keys', wanted, { key });
    await call('POST', `/v1/api-keys/${third['id']}/revoke`, undefined, { key });
    await service().control('/clock', { advance: '1h' });
    expect(await act(tenantId, 'close')).toMatchObject({ status: 200, body: { status: 'closed' } });
    for (const caller of [key, second]) {
      expect(await use(caller)).toMatchObject(problem(401, 'api_key_revoked'));
    }
    const rows = await sql.select().from(apiKeys);
    const revoked = rows.filter(({ revokedAt }) => revokedAt !== null);
    // One key was revoked before.
    expect(revoked.map((row) => [row.tenantId, row.revokedAt?.toISOString()]).sort()).toEqual([
      [tenantId, '2026-01-01T00:00:00.000Z'],
      [tenantId, '2026-01-01T01:00:00.000Z'],
      [tenantId, '2026-01-01T01:00:00.000Z'],
    ]);
    expect((await use(other.key)).status).toBe(200);
    // A key that is created during the close is not accepted either.
    const late = await addKey(sql, { tenantId, integrationId: null });
    expect(await use(late)).toMatchObject(problem(401, 'api_key_revoked'));
    // Its partner still sees it.
    expect(await get(tenantId)).toMatchObject({ status: 'closed' });
  });

  it('listed by its status', async () => {
    const { tenantId } = await provision(service());
    const { tenantId: other } = await provision(service());
    await act(tenantId, 'suspend');
    expect(await service().list(`${path}?status=suspended`)).toMatchObject([{ tenantId }]);
    expect(await service().list(`${path}?status=active`)).toMatchObject([{ tenantId: other }]);
    expect(await service().list(`${path}?status=closed`)).toEqual([]);
  });
});

describe('White-label: an account sets its own name, color and time zone', () => {
  const url = '/v1/account';

  it('which its partner sees', async () => {
    const { tenantId, key } = await provision(service());
    const change = {
      name: 'Lakeside',
      brandColor: '#abcdef',
      timeZone: 'America/Chicago',
      adminEmail: 'new@lakeside.example',
    };
    const before = (await use(key, url)).body;
    const { status, body } = await service().call('PATCH', url, change, { key });
    expect([status, body]).toEqual([200, { ...before, ...change }]);
    const { name: facilityName, ...rest } = change;
    expect(await get(tenantId)).toMatchObject({ facilityName, ...rest, slug: 'lakeside-clinic' });
    expect((await service().call('GET', url)).body).toMatchObject({ name: 'Sandbox account' });
  });

  it('and a wrong field is named', async () => {
    for (const change of [
      { name: '' },
      { timeZone: 'EST+5' },
      { timeZone: null },
      { brandColor: '#12345' },
      { adminEmail: 'x' },
      { partner: true },
    ]) {
      const [param = ''] = Object.keys(change);
      expect(await service().call('PATCH', url, change)).toMatchObject(invalid({ param }));
    }
  });
});

describe('A tenant that is closed', () => {
  const settle = () => service().control('/clock', { settle: true });
  const advance = (by: string) => service().control('/clock', { advance: by });
  const documentOf = ({ integrationId }: Provisioned) => {
    return { documentConfigSlug: 'rn-license', state: 'CA', integrationId };
  };

  function callsOf({ key }: Provisioned) {
    const { send, call } = service();
    return {
      create: (at: string, body: object) => send('POST', `/v1/${at}`, body, { key }),
      async idOf(at: string, slug: string) {
        const { body } = await call('GET', `/v1/${at}`, undefined, { key });
        return recordsOf(body['data']).find((one) => one['slug'] === slug)?.['id'];
      },
    };
  }

  /** Lets a tenant create one of each object that stays open. */
  async function workOf(tenant: Provisioned): Promise<void> {
    const { create, idOf } = callsOf(tenant);
    const { integrationId } = tenant;
    const url = `${service().description.url}/sink/of-tenant`;
    await create('webhook-endpoints', { url, integrationId });
    await create('verification-sessions', { integrationId });
    await create('document-verifications', documentOf(tenant));
    const formData = { licenseNumber: 'SBX-RETRY-1' };
    await create('document-verifications', { ...documentOf(tenant), formData });
    const { id: candidateId } = await create('candidates', maria);
    const roleId = await idOf('roles', 'registered-nurse');
    await create('invitations', { candidateId, roleId, workState: 'CA' });
    const order = { packageId: await idOf('packages', 'essential'), workState: 'CA' };
    await create('reports', { ...order, candidateId });
    const { id } = await create('candidates', { ...maria, ...known });
    await create('reports', { ...order, candidateId: id });
  }

  /** The statuses of a tenant's objects, by kind, in order of creation. */
  async function statusesOf({ tenantId }: Provisioned) {
    const { sql } = service();
    const read = async (
      table:
        | typeof documentVerifications
        | typeof invitations
        | typeof reports
        | typeof webhookDeliveries,
    ) => {
      const { status, seq } = table;
      const rows = await sql
        .select({ status })
        .from(table)
        .where(eq(table.tenantId, tenantId))
        .orderBy(asc(seq));
      return rows.map((row) => row.status);
    };
    return {
      verifications: await read(documentVerifications),
      invitations: await read(invitations),
      reports: await read(reports),
      deliveries: await read(webhookDeliveries),
    };
  }

  const readKinds = async () =>
    (await service().sql.select().from(jobs).orderBy(jobs.dueAt)).map(({ kind }) => kind);

  const open = {
    verifications: ['PENDING', 'PROCESSING'],
    invitations: ['pending'],
    reports: ['pending', 'in_progress'],
    deliveries: [],
  };

  it('ends waiting work as a caller does, and finishes started work', async () => {
    const { sql } = service();
    const tenant = await provision(service());
    await workOf(tenant);
    await settle();
    expect(await statusesOf(tenant)).toEqual(open);
    await act(tenant.tenantId, 'close');
    // On a frozen clock, jobs wait.
    expect(await statusesOf(tenant)).toEqual(open);
    expect((await settle()).body['ran']).toBe(1);
    const closed = {
      verifications: ['CANCELED', 'PROCESSING'],
      invitations: ['canceled'],
      reports: ['canceled', 'in_progress'],
      deliveries: [],
    };
    expect(await statusesOf(tenant)).toEqual(closed);
    const now = new Date('2026-01-01T00:00:00.000Z');
    const isCanceled = eq(documentVerifications.status, 'CANCELED');
    const [verification] = await sql.select().from(documentVerifications).where(isCanceled);
    expect(verification).toMatchObject({ completedAt: now, errorMessage: null });
    expect(await sql.select().from(invitations)).toMatchObject([{ canceledAt: now }]);
    const left = await readKinds();
    expect(left.filter((kind) => kind !== 'check_result')).toEqual(['source_attempt']);
    await advance('60d');
    expect(await statusesOf(tenant)).toEqual({
      verifications: ['CANCELED', 'VERIFIED'],
      invitations: ['canceled'],
      reports: ['canceled', 'complete'],
      deliveries: ['succeeded'],
    });
    expect(await sql.$count(sinkRequests)).toBe(1);
    expect(await readKinds()).toEqual([]);
  });

  it('leaves the work of another as it is', async () => {
    const tenant = await provision(service());
    await workOf(tenant);
    const other = await provision(service());
    await act(other.tenantId, 'close');
    await settle();
    expect(await statusesOf(tenant)).toEqual(open);
    expect((await readKinds()).filter((kind) => kind === 'session_expiry')).toHaveLength(3);
  });

  it('ends 450 verifications in batches of at most 200', async () => {
    const { sql } = service();
    const tenant = await provision(service());
    const { verificationId } = await callsOf(tenant).create(
      'document-verifications',
      documentOf(tenant),
    );
    const isIt = eq(documentVerifications.id, String(verificationId));
    const [row] = await sql.select().from(documentVerifications).where(isIt);
    const [session] = await sql.select().from(verificationSessions);
    if (!row || !session) throw new Error('Nothing was created.');
    const copy = <Row extends { seq: number }>({ seq: _, ...columns }: Row, id: string) => {
      return { ...columns, id };
    };
    const numbers = Array.from({ length: 449 }, (_, index) => index + 1);
    const { expiresAt: dueAt } = session;
    await sql
      .insert(verificationSessions)
      .values(numbers.map((number) => copy(session, `dvs_${number}`)));
    await sql.insert(documentVerifications).values(
      numbers.map((number) => {
        return { ...copy(row, `dv_${number}`), sessionId: `dvs_${number}` };
      }),
    );
    await sql
      .insert(jobs)
      .values(numbers.map((n) => ({ kind: 'session_expiry' as const, ref: `dvs_${n}`, dueAt })));
    await act(tenant.tenantId, 'close');
    // 450 verifications, and the jobs of 450 sessions.
    expect((await settle()).body['ran']).toBe(5);
    const ended = await sql
      .select({ status: documentVerifications.status, at: transactionOf })
      .from(documentVerifications);
    const sizes = new Map<unknown, number>();
    for (const { status, at } of ended) {
      expect(status).toBe('CANCELED');
      sizes.set(at, (sizes.get(at) ?? 0) + 1);
    }
    expect([...sizes.values()].sort()).toEqual([200, 200, 50]);
    expect(await readKinds()).toEqual([]);
  });

  it('waits for an import that is being committed, and ends what that has started', async () => {
    const tenant = await provision(service());
    const { create } = callsOf(tenant);
    const header =
      'first_name,last_name,email,role,work_state,cna_certification_number,tb_test_number';
    const roster = `${header}\nAna,Lopez,ana@example.com,certified-nursing-assistant,CA,CNA1,TB1\n`;
    const { id } = await uploadRoster(service(), roster, '', { key: tenant.key });
    await settle();
    await create(`bulk-imports/${id}/commit`, {});
    await service()
      .sql.update(jobs)
      .set({ dueAt: new Date('2026-01-01T00:00:30.000Z') });
    await act(tenant.tenantId, 'close');
    await advance('20s');
    expect(await readKinds()).toEqual(['import_commit', 'tenant_closing']);
    await advance('5m');
    const { verifications } = await statusesOf(tenant);
    expect(verifications.length).toBeGreaterThan(0);
    expect(verifications).not.toContain('PENDING');
    expect(await readKinds()).toEqual([]);
  });

  it.each([
    ['closed', 'close'],
    ['suspended', 'suspend'],
  ])('%s while an order is read: the order is refused', async (currentStatus, action) => {
    const { url } = service().description;
    const tenant = await provision(service());
    const order = JSON.stringify({
      ...documentOf(tenant),
      formData: { licenseNumber: 'RN1234' },
    });
    const sent = request(`${url}/v1/document-verifications`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.key}`,
        'content-type': 'application/json',
        'content-length': order.length,
        expect: '100-continue',
      },
    });
    const answer = new Promise<Record<string, unknown>>((resolve, reject) => {
      sent.once('error', reject).once('response', async (response) => {
        resolve({ httpStatus: response.statusCode, ...JSON.parse(await text(response)) });
      });
    });
    await new Promise((resolve) => sent.once('continue', resolve).flushHeaders());
    expect(await act(tenant.tenantId, action)).toMatchObject({ status: 200 });
    sent.end(order);
    expect(await answer).toMatchObject({
      httpStatus: 409,
      code: 'state_conflict',
      currentStatus,
    });
    expect((await statusesOf(tenant)).verifications).toEqual([]);
  });
});
