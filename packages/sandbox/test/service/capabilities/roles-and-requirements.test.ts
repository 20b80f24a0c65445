import { describe, expect, it } from 'vitest';
import { roleCatalog } from '../../../src/service/capabilities/roles/role-catalog.js';
import { conflict, invalid } from '../../support/problems.js';
import { provision } from '../../support/provision.js';
import { sharedService } from '../../support/service.js';

// "Define employee roles with their required credentials and checks." of the row "Roles and requirements" of spec section 1.

type Json = Readonly<Record<string, unknown>>;

const service = sharedService();
const path = '/v1/roles';
const license = { kind: 'document', slug: 'rn-license' };
const criminal = { kind: 'check', slug: 'national-criminal' };

const post = (body: object) => service().call('POST', path, body);
const patch = (id: unknown, body: object) => service().call('PATCH', `${path}/${id}`, body);
const get = async (id: unknown) => (await service().call('GET', `${path}/${id}`)).body;

const create = (more: Json = {}) =>
  service().send('POST', path, { name: 'Night nurse', requirements: [], ...more });

async function createPackage(): Promise<string> {
  const body = { name: 'Nurse', checkTypeSlugs: ['ssn-trace'] };
  return String((await service().call('POST', '/v1/packages', body)).body['id']);
}

it('every tenant starts with the roles of the catalog, and a package of its own for each', async () => {
  const roles = await service().list(path);
  expect(roles.map(({ slug }) => slug)).toEqual(roleCatalog.map(({ slug }) => slug));
  const packages = await service().list('/v1/packages');
  for (const { packageId } of roles) {
    expect(packages.map(({ id }) => id)).toContain(packageId);
  }
  const { key } = await provision(service());
  const { body } = await service().call('GET', path, undefined, { key });
  expect(Object(body['data'])).toHaveLength(roles.length);
  expect(JSON.stringify(body)).not.toContain(roles[0]?.['id']);
});

describe('Define employee roles with their required credentials and checks.', () => {
  it('a role has every field, and unset fields are null', async () => {
    const packageId = await createPackage();
    const made = await create({
      packageId,
      requirements: [
        license,
        { ...criminal, required: false, validForDays: 365, states: ['NY', 'CA'] },
      ],
    });
    expect(made).toEqual({
      id: expect.stringMatching(/^role_[a-z2-7]{24}$/),
      name: 'Night nurse',
      slug: 'night-nurse',
      requirements: [
        { ...license, required: true, validForDays: null, states: null },
        { ...criminal, required: false, validForDays: 365, states: ['NY', 'CA'] },
      ],
      packageId,
      archived: false,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    });
    expect(await get(made['id'])).toEqual(made);
  });

  it('one needs no package, and what an answer tells can be sent again', async () => {
    const { id, ...made } = await create({
      requirements: [license, { ...criminal, states: ['CA'] }],
    });
    const { requirements, packageId } = made;
    expect(packageId).toBeNull();
    expect(await patch(id, { requirements, packageId })).toMatchObject({
      status: 200,
      body: { requirements, packageId },
    });
  });

  it('each fault in it is named', async () => {
    const { id } = await create();
    for (const [at, ...requirements] of [
      ['0.kind', { ...license, kind: 'skill' }],
      ['0.slug', { kind: 'check' }],
      ['0.required', { ...license, required: 'yes' }],
      ['0.validForDays', { ...license, validForDays: 0 }],
      ['0.validForDays', { ...license, validForDays: 3651 }],
      ['0.validForDays', { ...license, validForDays: 1.5 }],
      ['0.states', { ...license, states: [] }],
      ['0.states.1', { ...license, states: ['CA', 'ZZ'] }],
      ['0.states.2', { ...license, states: ['CA', 'NY', 'CA'] }],
      ['0.since', { ...license, since: '2026-01-01' }],
      ['1.slug', license, { ...license, slug: 'nothing' }],
      // Each kind has its own slugs.
      ['0.slug', { ...license, kind: 'check' }],
      ['0.slug', { ...criminal, kind: 'document' }],
      ['0.slug', { ...license, kind: 'check' }, license],
      // The same document cannot be required twice: everywhere, or in a state that both name.
      ['1.slug', license, license],
      ['1.slug', license, inCalifornia],
      ['2.slug', inCalifornia, criminal, license],
      ['2.slug', inCalifornia, inNewYork, { ...license, states: ['NJ'] }],
    ] as const) {
      const named = invalid({ param: `requirements.${at}` });
      const answer = await post({ name: 'x', requirements });
      expect(answer, JSON.stringify(requirements)).toMatchObject(named);
      expect(await patch(id, { requirements })).toMatchObject(named);
    }
    expect(await get(id)).toMatchObject({ requirements: [] });
  });

  const inCalifornia = { ...license, states: ['CA', 'NV'] };
  const inNewYork = { ...license, states: ['NY', 'NJ'] };
  it('the same document may be asked for once in each state', async () => {
    const requirements = [
      { ...inCalifornia, validForDays: 365 },
      { ...inNewYork, validForDays: 730 },
      criminal,
    ];
    expect((await create({ requirements }))['requirements']).toMatchObject(requirements);
  });

  it('names get slugs of their own', async () => {
    expect((await create({ name: 'Driver' }))['slug']).toBe('driver-2');
    expect((await create({ name: 'مسعف' }))['slug']).toBe('role');
    expect((await create({ name: '護士' }))['slug']).toBe('role-2');
  });
});

describe('The package that an invitation to the role orders', () => {
  it('must not be archived, is removed by null, and stays otherwise', async () => {
    const packageId = await createPackage();
    const { id } = await create({ packageId });
    expect((await patch(id, { name: 'Nurse' })).body).toMatchObject({ name: 'Nurse', packageId });
    expect((await patch(id, { packageId: null })).body).toMatchObject({ packageId: null });
    await service().send('DELETE', `/v1/packages/${packageId}`);
    for (const refused of [
      await post({ name: 'x', requirements: [], packageId }),
      await patch(id, { packageId }),
    ]) {
      expect(refused).toMatchObject(conflict('archived'));
    }
  });
});

it('a change replaces all requirements, and keeps the slug', async () => {
  const made = await create({ requirements: [license, criminal] });
  await service().control('/clock', { advance: '1h' });
  const change = { name: 'Day nurse', requirements: [criminal] };
  const { body } = await patch(made['id'], change);
  expect(body).toEqual({
    ...made,
    name: 'Day nurse',
    requirements: [{ ...criminal, required: true, validForDays: null, states: null }],
    updatedAt: '2026-01-01T01:00:00.000Z',
  });
  expect(await get(made['id'])).toEqual(body);
});

it('a list has the archived roles too, unless a filter leaves them out', async () => {
  const { id } = await create();
  await service().send('DELETE', `${path}/${id}`);
  expect(await service().list(path)).toHaveLength(5);
  expect(await service().list(`${path}?archived=false`)).toHaveLength(4);
  expect(await service().list(`${path}?archived=true`)).toMatchObject([{ id }]);
});
