import { describe, expect, it } from 'vitest';
import { sharedService } from '../support/service.js';

// "Create candidates." of the row "Candidates and invitations" of spec section 1.

const service = sharedService();
const maria = { firstName: 'Maria', lastName: 'Ortiz', email: 'maria.ortiz@example.com' };
const path = '/v1/candidates';

async function create(more: object = {}) {
  const { status, body, text } = await service().call('POST', path, { ...maria, ...more });
  if (status !== 201) throw new Error(text);
  return body;
}

it('a candidate has every field, those that are not set as null', async () => {
  expect(await create()).toEqual({
    id: expect.any(String),
    externalId: null,
    ...maria,
    phone: null,
    dateOfBirth: null,
    ssnLast4: null,
    workState: null,
    status: 'new',
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

it('a list is filtered by email, externalId and status', async () => {
  await create({ email: 'other@example.com' });
  const { id } = await create({ externalId: 'a' });
  for (const filter of ['email=maria.ortiz@example.com', 'externalId=a']) {
    expect(await service().list(`${path}?${filter}`)).toMatchObject([{ id }]);
  }
  expect(await service().list(`${path}?status=new`)).toHaveLength(2);
  expect(await service().list(`${path}?status=archived`)).toEqual([]);
});

it('a change leaves the other fields, and null removes one', async () => {
  const made = await create({ externalId: 'a', phone: '415-555-0100' });
  await service().control('/clock', { advance: '1h' });
  const changes = { firstName: 'Ana', phone: null };
  const { body } = await service().call('PATCH', `${path}/${made['id']}`, changes);
  expect(body).toEqual({ ...made, ...changes, updatedAt: '2026-01-01T01:00:00.000Z' });
  const refused = await service().call('PATCH', `${path}/${made['id']}`, { email: null });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ param: 'email' }] } });
});

it('an archived candidate stays as it is', async () => {
  const { id } = await create();
  const archive = () => service().call('DELETE', `${path}/${id}`);
  expect(await archive()).toMatchObject({ status: 200, body: { id, status: 'archived' } });
  const conflict = { status: 409, body: { code: 'state_conflict', currentStatus: 'archived' } };
  expect(await archive()).toMatchObject(conflict);
  expect(await service().call('PATCH', `${path}/${id}`, { firstName: 'Ana' })).toMatchObject(
    conflict,
  );
  expect(await service().list(`${path}?status=archived`)).toMatchObject([{ id }]);
});

describe('a whole Social Security number is refused, and not repeated', () => {
  it.each([
    ['ssn', { ssn: '078-05-1120' }],
    ['ssnLast4', { ssnLast4: '078051120' }],
    ['externalId', { externalId: 'id 078-05-1120' }],
    ['metadata.note', { metadata: { note: '078 05 1120' } }],
    ['metadata.note', { metadata: { note: '078–05–1120' } }],
    ['metadata', { metadata: { '078-05-1120': true } }],
    ['metadata.applicant.SSN', { metadata: { applicant: { SSN: '078051120' } } }],
    ['metadata.socialSecurityNumber', { metadata: { socialSecurityNumber: 178051120 } }],
  ])('in %s', async (param, more) => {
    const { id } = await create();
    for (const answer of [
      await service().call('POST', path, { ...maria, ...more }),
      await service().call('PATCH', `${path}/${id}`, more),
    ]) {
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ param }] } });
      expect(answer.text).not.toMatch(/78.?05.?1120/);
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

it.each([
  ['email', { email: 'maria' }],
  ['dateOfBirth', { dateOfBirth: '0000-01-01' }],
  ['dateOfBirth', { dateOfBirth: '2023-02-29' }],
  ['dateOfBirth', { dateOfBirth: '2026-01-02' }],
  ['phone', { phone: 'call me' }],
  ['workState', { workState: 'ZZ' }],
  ['firstName', { firstName: '' }],
])('a wrong %s is refused: %o', async (param, more) => {
  const answer = await service().call('POST', path, { ...maria, ...more });
  expect(answer).toMatchObject({ status: 422, body: { errors: [{ param }] } });
});
