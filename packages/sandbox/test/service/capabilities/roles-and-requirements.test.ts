import { describe, expect, it } from 'vitest';
import { roleCatalog } from '../../../src/service/capabilities/roles/role-catalog.js';
import { conflict, problem } from '../../support/problems.js';
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
const archive = (id: unknown) => service().call('DELETE', `${path}/${id}`);
const get = async (id: unknown) => (await service().call('GET', `${path}/${id}`)).body;

const create = (more: Json = {}) =>
  service().send('POST', path, { name: 'Night nurse', requirements: [], ...more });

async function createPackage(): Promise<string> {
  const body = { name: 'Nurse', checkTypeSlugs: ['ssn-trace'] };
  return String((await service().call('POST', '/v1/packages', body)).body['id']);
}

it('every tenant starts with the roles of the catalog, and a package for each', async () => {
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
  it('a role has every field, those that are not set as null', async () => {
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

  it('one without requirements and package', async () => {
    expect(await create()).toMatchObject({ requirements: [], packageId: null });
    const { body } = await post({ name: 'x' });
    expect(body['errors']).toMatchObject([{ param: 'requirements', code: 'required' }]);
  });

  it('what an answer tells can be sent again', async () => {
    const { id, requirements } = await create({
      requirements: [license, { ...criminal, states: ['CA'] }],
    });
    const { status, body } = await patch(id, { requirements, packageId: null });
    expect([status, body['requirements']]).toEqual([200, requirements]);
  });

  it.each([
    ['name', { name: '' }],
    ['requirements', { requirements: Array(51).fill(license) }],
    ['requirements.0.kind', { requirements: [{ ...license, kind: 'skill' }] }],
    ['requirements.0.slug', { requirements: [{ kind: 'check' }] }],
    ['requirements.0.required', { requirements: [{ ...license, required: 'yes' }] }],
    ['requirements.0.validForDays', { requirements: [{ ...license, validForDays: 0 }] }],
    ['requirements.0.validForDays', { requirements: [{ ...license, validForDays: 3651 }] }],
    ['requirements.0.validForDays', { requirements: [{ ...license, validForDays: 1.5 }] }],
    ['requirements.0.states', { requirements: [{ ...license, states: [] }] }],
    ['requirements.0.states', { requirements: [{ ...license, states: Array(61).fill('CA') }] }],
    ['requirements.0.states.1', { requirements: [{ ...license, states: ['CA', 'ZZ'] }] }],
    ['requirements.0.states.2', { requirements: [{ ...license, states: ['CA', 'NY', 'CA'] }] }],
    ['requirements.0.since', { requirements: [{ ...license, since: '2026-01-01' }] }],
    ['requirements.1.slug', { requirements: [license, { ...license, slug: 'nothing' }] }],
    // Each kind has slugs of its own.
    ['requirements.0.slug', { requirements: [{ ...license, kind: 'check' }] }],
    ['requirements.0.slug', { requirements: [{ ...criminal, kind: 'document' }] }],
    ['requirements.0.slug', { requirements: [{ ...license, kind: 'check' }, license] }],
  ])('a wrong %s is refused', async (param, more) => {
    const { id } = await create();
    for (const answer of [
      await post({ name: 'x', requirements: [], ...more }),
      await patch(id, more),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body['errors']).toContainEqual(expect.objectContaining({ param }));
    }
    expect(await get(id)).toMatchObject({ requirements: [] });
  });

  const inCalifornia = { ...license, states: ['CA', 'NV'] };
  const inNewYork = { ...license, states: ['NY', 'NJ'] };
  it.each([
    ['everywhere', [license, license], 1],
    ['everywhere and in a state', [license, inCalifornia], 1],
    ['in a state and everywhere', [inCalifornia, criminal, license], 2],
    ['in a state that both name', [inCalifornia, inNewYork, { ...license, states: ['NJ'] }], 2],
  ])('the same document is not asked for twice: %s', async (_where, requirements, index) => {
    const { body } = await post({ name: 'x', requirements });
    const param = `requirements.${index}.slug`;
    expect(body['errors']).toMatchObject([{ param, code: 'duplicate' }]);
  });

  it('but once in each state', async () => {
    const requirements = [
      { ...inCalifornia, validForDays: 365 },
      { ...inNewYork, validForDays: 730 },
      criminal,
    ];
    expect((await create({ requirements }))['requirements']).toMatchObject(requirements);
  });

  it('50 requirements, of all states each', async () => {
    const states = ['AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL'];
    const documents = ['rn-license', 'lpn-license', 'np-license', 'npi'];
    const requirements = documents
      .flatMap((slug) => states.map((state) => ({ ...license, slug, states: [state] })))
      .slice(0, 50);
    expect((await create({ requirements }))['requirements']).toHaveLength(50);
  });

  it('names get slugs of their own', async () => {
    expect((await create({ name: 'Driver' }))['slug']).toBe('driver-2');
    expect((await create({ name: 'مسعف' }))['slug']).toBe('role');
    expect((await create({ name: '護士' }))['slug']).toBe('role-2');
  });
});

describe('The package that an invitation to the role orders', () => {
  it('must be one of the tenant', async () => {
    const { key } = await provision(service());
    const { body: others } = await service().call('GET', '/v1/packages', undefined, { key });
    const { id } = await create();
    for (const packageId of ['pkg_x', Object(others['data'])[0].id]) {
      const missing = problem(404, 'resource_not_found');
      expect(await post({ name: 'x', requirements: [], packageId })).toMatchObject(missing);
      expect(await patch(id, { packageId })).toMatchObject(missing);
    }
  });

  it('must not be archived', async () => {
    const packageId = await createPackage();
    await service().call('DELETE', `/v1/packages/${packageId}`);
    const { id } = await create();
    expect(await post({ name: 'x', requirements: [], packageId })).toMatchObject(
      conflict('archived'),
    );
    expect(await patch(id, { packageId })).toMatchObject(conflict('archived'));
  });

  it('is removed by null, and stays otherwise', async () => {
    const packageId = await createPackage();
    const { id } = await create({ packageId });
    expect((await patch(id, { name: 'Nurse' })).body).toMatchObject({ name: 'Nurse', packageId });
    expect((await patch(id, { packageId: null })).body).toMatchObject({ packageId: null });
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

it('an archived role stays as it is', async () => {
  const { id } = await create();
  expect(await archive(id)).toMatchObject({ status: 200, body: { id, archived: true } });
  expect(await archive(id)).toMatchObject(conflict('archived'));
  expect(await patch(id, { name: 'Back' })).toMatchObject(conflict('archived'));
  expect(await service().list(path)).toHaveLength(5);
  expect(await service().list(`${path}?archived=false`)).toHaveLength(4);
  expect(await service().list(`${path}?archived=true`)).toMatchObject([{ id }]);
});
