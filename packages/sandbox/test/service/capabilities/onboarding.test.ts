import { expect, it } from 'vitest';
import { roles } from '../../../src/service/db/schema/index.js';
import { maria } from '../../support/maria.js';
import { orderedReport } from '../../support/ordered-report.js';
import { conflict, invalid, problem } from '../../support/problems.js';
import { roleOf } from '../../support/role-of.js';
import { recordsOf, sharedService } from '../../support/service.js';

// "Onboard candidates against them." of the row "Roles and requirements" of spec section 1.

const service = sharedService();
const path = '/v1/onboardings';

type Json = Readonly<Record<string, unknown>>;

const create = (url: string, body: Json) => service().send('POST', url, body);
const roleId = async (slug: string) => (await roleOf(service().sql, slug)).id;

async function candidate(email: string = maria.email): Promise<string> {
  return String((await create('/v1/candidates', { ...maria, email }))['id']);
}

/** An onboarding as a certified nursing assistant in California. */
async function onboard(candidateId: string): Promise<Json> {
  const role = await roleId('certified-nursing-assistant');
  return create(path, { candidateId, roleId: role, workState: 'CA' });
}

async function verify(candidateId: string, documentConfigSlug: string, formData: Json) {
  const { integrationId } = service().description;
  const document = { documentConfigSlug, state: 'CA', integrationId, candidateId, formData };
  const made = await create('/v1/document-verifications', document);
  await service().control('/clock', { settle: true });
  return made['verificationId'];
}

async function checklist(id: unknown) {
  const { body } = await service().call('GET', `${path}/${id}`);
  return [body['status'], ...recordsOf(body['requirements']).map(({ state }) => state)];
}

it('an onboarding has the requirements of the role, and the candidate the role', async () => {
  const candidateId = await candidate();
  await service().control('/clock', { advance: '1h' });
  const made = await onboard(candidateId);
  const item = { required: true, state: 'missing', sourceId: null, expiresAt: null };
  const role = await roleId('certified-nursing-assistant');
  expect(made).toEqual({
    id: expect.stringMatching(/^onb_/),
    candidateId,
    roleId: role,
    workState: 'CA',
    status: 'in_progress',
    requirements: [
      { kind: 'check', slug: 'national-criminal', ...item },
      { kind: 'document', slug: 'cna-certification', ...item },
      { kind: 'document', slug: 'tb-test', ...item },
    ],
    invitationId: null,
    createdAt: '2026-01-01T01:00:00.000Z',
    updatedAt: '2026-01-01T01:00:00.000Z',
  });
  expect((await service().call('GET', `${path}/${made['id']}`)).body).toEqual(made);
  expect((await service().call('GET', `/v1/candidates/${candidateId}`)).body).toMatchObject({
    roleId: role,
    updatedAt: '2026-01-01T01:00:00.000Z',
  });
});

it('it is complete once nothing is missing, and no longer when something has expired', async () => {
  const { sql, control } = service();
  const candidateId = await candidate();
  const { id } = await onboard(candidateId);
  const pending = 'SBX-SLOW-1';
  const license = await verify(candidateId, 'cna-certification', { licenseNumber: pending });
  expect(await checklist(id)).toEqual(['in_progress', 'missing', 'pending', 'missing']);
  await control('/clock', { advance: '1d' });
  expect(await checklist(id)).toEqual(['in_progress', 'missing', 'satisfied', 'missing']);
  const test = await verify(candidateId, 'tb-test', { holderName: 'Maria Ortiz' });
  const report = await orderedReport(sql, candidateId, { 'national-criminal': 'clear' });
  const { body } = await service().call('GET', `${path}/${id}`);
  expect(body).toMatchObject({
    status: 'complete',
    requirements: [
      { state: 'satisfied', sourceId: report, expiresAt: '2027-01-01T00:00:00.000Z' },
      // The source says how long the license is valid: to the end of that day in New York.
      { state: 'satisfied', sourceId: license, expiresAt: '2027-01-03T05:00:00.000Z' },
      { state: 'satisfied', sourceId: test, expiresAt: '2027-01-02T00:00:00.000Z' },
    ],
  });
  await control('/clock', { to: '2026-12-31T23:59:59Z' });
  expect(await checklist(id)).toEqual(['complete', 'satisfied', 'satisfied', 'satisfied']);
  await control('/clock', { to: '2027-01-01T00:00:00Z' });
  expect(await checklist(id)).toEqual(['in_progress', 'expired', 'satisfied', 'satisfied']);
  await control('/clock', { to: '2027-01-03T05:00:00Z' });
  expect(await checklist(id)).toEqual(['in_progress', 'expired', 'expired', 'expired']);
});

it('a failure blocks it, until a later attempt succeeds', async () => {
  const candidateId = await candidate();
  const { id } = await onboard(candidateId);
  await verify(candidateId, 'cna-certification', { licenseNumber: 'SBX-NOTFOUND-1' });
  expect(await checklist(id)).toEqual(['blocked', 'missing', 'failed', 'missing']);
  await verify(candidateId, 'cna-certification', { licenseNumber: 'CNA1' });
  expect(await checklist(id)).toEqual(['in_progress', 'missing', 'satisfied', 'missing']);
  const changes = { adjudication: 'pre_adverse_action', result: 'consider' } as const;
  await orderedReport(service().sql, candidateId, { 'national-criminal': 'consider' }, changes);
  expect(await checklist(id)).toEqual(['blocked', 'failed', 'satisfied', 'missing']);
});

it('a change of the role changes the checklist', async () => {
  const { sql } = service();
  const { id } = await onboard(await candidate());
  await sql.update(roles).set({
    requirements: [
      { kind: 'document', slug: 'cpr-card', required: false },
      { kind: 'document', slug: 'tb-test', required: true, states: ['NY'] },
    ],
  });
  expect(await checklist(id)).toEqual(['complete', 'missing']);
});

it('a list is filtered by candidate and by role', async () => {
  const [mariaId, anaId] = [await candidate(), await candidate('ana@example.com')];
  const first = await onboard(mariaId);
  const second = await onboard(anaId);
  const driver = await roleId('driver');
  const third = await create(path, { candidateId: mariaId, roleId: driver, workState: 'NY' });
  const { list } = service();
  expect(await list(path)).toEqual([first, second, third]);
  expect(await list(`${path}?candidateId=${mariaId}`)).toEqual([first, third]);
  expect(await list(`${path}?roleId=${driver}`)).toEqual([third]);
  expect(await list(`${path}?candidateId=${anaId}&roleId=${driver}`)).toEqual([]);
});

it('a second onboarding for the same role is refused', async () => {
  const candidateId = await candidate();
  await onboard(candidateId);
  const role = await roleId('certified-nursing-assistant');
  const again = { candidateId, roleId: role, workState: 'NY' };
  expect(await service().call('POST', path, again)).toMatchObject(
    problem(409, 'duplicate_resource'),
  );
  expect(await service().list(path)).toHaveLength(1);
});

it('an unknown candidate or role is named, and an archived one refused', async () => {
  const { call, send, sql } = service();
  const order = async (candidateId: string, role: string) =>
    call('POST', path, { candidateId, roleId: role, workState: 'CA' });
  expect(await order('cand_x', 'role_x')).toMatchObject(
    invalid({ param: 'candidateId', code: 'unknown' }, { param: 'roleId', code: 'unknown' }),
  );
  const driver = await roleId('driver');
  const archived = await candidate();
  await send('DELETE', `/v1/candidates/${archived}`);
  expect(await order(archived, driver)).toMatchObject(conflict('archived'));
  await sql.update(roles).set({ archived: true });
  expect(await order(await candidate(), driver)).toMatchObject(conflict('archived'));
});

it('a key of an integration sees the documents of that one only', async () => {
  const { call } = service();
  const candidateId = await candidate();
  const { id } = await onboard(candidateId);
  await verify(candidateId, 'cna-certification', { licenseNumber: 'CNA1' });
  const { id: integrationId } = await create('/v1/integrations', { name: 'Other' });
  const { key } = await create('/v1/api-keys', { label: 'a', scope: 'full_access', integrationId });
  const { body } = await call('GET', `${path}/${id}`, undefined, { key: String(key) });
  expect(body['requirements']).toMatchObject([
    { state: 'missing' },
    { slug: 'cna-certification', state: 'missing', sourceId: null },
    { state: 'missing' },
  ]);
  expect(await checklist(id)).toEqual(['in_progress', 'missing', 'satisfied', 'missing']);
});
