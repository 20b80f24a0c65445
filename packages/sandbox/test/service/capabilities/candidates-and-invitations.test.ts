import { describe, expect, it } from 'vitest';
import { invite } from '../../support/invite.js';
import { maria } from '../../support/maria.js';
import { invalid } from '../../support/problems.js';
import { roleOf } from '../../support/role-of.js';
import { sharedService } from '../../support/service.js';

// The row "Candidates and invitations" of spec section 1: "Create candidates. Send role-based invitations. Receive a hosted
// intake URL." Tests for the parts of an invitation are in ../invitations, and for the intake pages in ../hosted.

const service = sharedService();
const path = '/v1/candidates';

const create = (more: object = {}) => service().send('POST', path, { ...maria, ...more });

it('a candidate has every field, and unset fields are null', async () => {
  expect(await create()).toEqual({
    id: expect.any(String),
    externalId: null,
    ...maria,
    phone: null,
    dateOfBirth: null,
    ssnLast4: null,
    workState: null,
    roleId: null,
    status: 'new',
    submittedAt: null,
    authorization: null,
    metadata: {},
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  });
  const all = {
    externalId: 'clinician-1',
    phone: '+1 415 555 0100',
    dateOfBirth: '1990-02-28',
    ssnLast4: '0789',
    workState: 'CA',
    metadata: { order: 7 },
  };
  const made = await create(all);
  expect(made).toMatchObject(all);
  expect((await service().call('GET', `${path}/${made['id']}`)).body).toEqual(made);
});

it('a list is filtered by email, externalId, status, and the role of the last invitation', async () => {
  const { candidate, invitation } = await invite(service(), {
    candidate: { email: 'o@example.com' },
  });
  const { id } = await create({ externalId: 'a' });
  const { roleId } = invitation;
  for (const [filter, found] of [
    ['email=maria.ortiz@example.com', [{ id }]],
    ['externalId=a', [{ id }]],
    ['status=new', [{ id }]],
    ['status=archived', []],
    [`roleId=${roleId}`, [{ id: candidate['id'], roleId }]],
    ['roleId=role_x', []],
  ] as const) {
    expect(await service().list(`${path}?${filter}`), filter).toMatchObject(found);
  }
});

it('the caller can tell that a candidate has authorized checks', async () => {
  const { id, authorization } = await create({ authorizedAt: '2025-12-31T19:00:00-04:00' });
  expect(authorization).toEqual({ source: 'caller', at: '2025-12-31T23:00:00.000Z' });
  const change = (authorizedAt: string) =>
    service().call('PATCH', `${path}/${id}`, { authorizedAt });
  expect(await change('2026-01-01T00:00:00Z')).toMatchObject({
    status: 200,
    body: { authorization: { source: 'caller', at: '2026-01-01T00:00:00.000Z' } },
  });
  const error = { param: 'authorizedAt', code: 'in_the_future' };
  const refused = { status: 422, body: { errors: [error] } };
  expect(await change('2026-01-01T00:00:00.001Z')).toMatchObject(refused);
  const body = { ...maria, authorizedAt: '2026-02-01T00:00:00Z' };
  expect(await service().call('POST', path, body)).toMatchObject(refused);
});

it('a change leaves the other fields, and null removes one', async () => {
  const made = await create({ externalId: 'a', phone: '415-555-0100' });
  await service().control('/clock', { advance: '1h' });
  const changes = { firstName: 'Ana', phone: null };
  const { body } = await service().call('PATCH', `${path}/${made['id']}`, changes);
  expect(body).toEqual({ ...made, ...changes, updatedAt: '2026-01-01T01:00:00.000Z' });
  const refused = await service().call('PATCH', `${path}/${made['id']}`, { email: null });
  expect(refused).toMatchObject(invalid({ param: 'email' }));
});

describe('a whole Social Security number is refused, and not repeated', () => {
  it('in whichever field', async () => {
    const { id } = await create();
    for (const [param, more] of [
      ['ssn', { ssn: '078-05-1120' }],
      ['ssnLast4', { ssnLast4: '078051120' }],
      ['externalId', { externalId: 'id 078-05-1120' }],
      ['metadata.note', { metadata: { note: '078 05 1120' } }],
      ['metadata.note', { metadata: { note: '078–05–1120' } }],
      ['metadata', { metadata: { '078-05-1120': true } }],
      ['metadata.applicant.SSN', { metadata: { applicant: { SSN: '078051120' } } }],
      ['metadata.socialSecurityNumber', { metadata: { socialSecurityNumber: 178051120 } }],
    ] as const) {
      for (const answer of [
        await service().call('POST', path, { ...maria, ...more }),
        await service().call('PATCH', `${path}/${id}`, more),
      ]) {
        expect(answer, param).toMatchObject(invalid({ param }));
        expect(answer.text).not.toMatch(/78.?05.?1120/);
      }
    }
  });

  it('but numbers that look like none are taken', async () => {
    await create({
      externalId: '123456789',
      phone: '(415) 555-0100',
      metadata: { ssnLast4: '6789', order: 123456789, at: '2026-01-01T00:00:00Z' },
    });
  });
});

it('a wrong field is named', async () => {
  for (const [param, more] of [
    ['email', { email: 'maria' }],
    ['dateOfBirth', { dateOfBirth: '0000-01-01' }],
    ['dateOfBirth', { dateOfBirth: '2023-02-29' }],
    ['dateOfBirth', { dateOfBirth: '2026-01-02' }],
    ['phone', { phone: 'call me' }],
    ['workState', { workState: 'ZZ' }],
    ['firstName', { firstName: '' }],
  ] as const) {
    const answer = await service().call('POST', path, { ...maria, ...more });
    expect(answer, JSON.stringify(more)).toMatchObject(invalid({ param }));
  }
});

it('an invitation has every field, and gives the address of the intake', async () => {
  const role = await roleOf(service().sql, 'registered-nurse');
  const { candidate, invitation } = await invite(service());
  expect(invitation).toEqual({
    id: expect.any(String),
    candidateId: candidate['id'],
    roleId: role.id,
    packageId: role.packageId,
    workState: 'CA',
    integrationId: service().description.integrationId,
    status: 'pending',
    intakeUrl: expect.stringMatching(`^${service().description.url}/intake/${invitation['id']}\\.`),
    redirectUrl: null,
    expiresAt: '2026-01-08T04:59:59.999Z',
    openedAt: null,
    completedAt: null,
    canceledAt: null,
    reportId: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  });
  const { body } = await service().call('GET', `/v1/invitations/${invitation['id']}`);
  expect(body).toEqual(invitation);
  expect((await service().call('GET', `${path}/${candidate['id']}`)).body).toEqual({
    ...candidate,
    status: 'invited',
    roleId: role.id,
  });
  const outbox = await service().control('/outbox');
  const text = expect.stringContaining(String(invitation['intakeUrl']));
  expect(outbox.body['data']).toMatchObject([{ to: maria.email, text }]);
});

it('a list of invitations is filtered by candidate and status', async () => {
  const first = await invite(service());
  const second = await invite(service());
  const ids = async (query: string) =>
    (await service().list(`/v1/invitations?${query}`)).map(({ id }) => id);
  expect(await ids('')).toEqual([first.invitation['id'], second.invitation['id']]);
  expect(await ids(`candidateId=${first.candidate['id']}`)).toEqual([first.invitation['id']]);
  await service().call('POST', `/v1/invitations/${first.invitation['id']}/cancel`);
  expect(await ids('status=canceled')).toEqual([first.invitation['id']]);
  expect(await ids('status=pending')).toEqual([second.invitation['id']]);
  expect(await ids(`status=pending&candidateId=${first.candidate['id']}`)).toEqual([]);
});
