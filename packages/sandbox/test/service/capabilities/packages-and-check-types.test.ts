import { describe, expect, it } from 'vitest';
import { checkTypeCatalog } from '../../../src/service/capabilities/packages/catalog.js';
import { conflict, invalid } from '../../support/problems.js';
import { provision } from '../../support/provision.js';
import { recordsOf, sharedService } from '../../support/service.js';

// The row "Packages and check types" of spec section 1.

type Json = Readonly<Record<string, unknown>>;

const service = sharedService();
const path = '/v1/packages';
const checkTypeSlugs = ['ssn-trace', 'motor-vehicle-record'];

const post = (body: object) => service().call('POST', path, body);
const patch = (id: unknown, body: object) => service().call('PATCH', `${path}/${id}`, body);
const archive = (id: unknown) => service().call('DELETE', `${path}/${id}`);
const get = async (id: unknown) => (await service().call('GET', `${path}/${id}`)).body;

const create = (more: Json = {}) =>
  service().send('POST', path, { name: 'Courier', checkTypeSlugs, ...more });

async function bySlug(slug: string): Promise<Json> {
  const found = (await service().list(path)).find((one) => one['slug'] === slug);
  if (!found) throw new Error(`There is no package ${slug}.`);
  return found;
}

describe('Browse the catalog of checks.', () => {
  it('each has a price, a duration, and what it needs', async () => {
    const types = [...(await service().list('/v1/check-types'))].reverse();
    expect(types.map(({ slug }) => slug)).toEqual(checkTypeCatalog.map(({ slug }) => slug));
    expect(types[0]).toEqual({
      slug: 'ssn-trace',
      name: 'SSN trace',
      category: 'identity',
      listPriceCents: 300,
      currency: 'USD',
      typicalDurationSeconds: 60,
      requires: ['dateOfBirth', 'ssnLast4'],
      documentConfigSlugs: [],
    });
    const one = await service().call('GET', '/v1/check-types/ssn-trace');
    expect(one.body).toEqual(types[0]);
    expect(await service().call('GET', '/v1/check-types/nothing')).toMatchObject({ status: 404 });
  });

  it('each document that it covers has a configuration', async () => {
    const types = await service().list('/v1/check-types');
    const covered = types.flatMap(({ documentConfigSlugs }) => Object(documentConfigSlugs));
    const configs = await service().list('/v1/document-configs');
    expect(covered.sort()).toEqual(configs.map(({ slug }) => slug).sort());
  });

  it('every tenant starts with the packages of the catalog', async () => {
    const { key } = await provision(service());
    const packages = async (caller?: string) => {
      const answer = await service().call('GET', path, undefined, caller ? { key: caller } : {});
      return recordsOf(answer.body['data']).map(
        ({ slug, checkTypeSlugs: checks, priceCents, priceSource, custom }) => {
          return [slug, checks, priceCents, priceSource, custom];
        },
      );
    };
    const own = await packages();
    expect(own.map(([slug, , price]) => [slug, price])).toEqual([
      ['executive', 5900],
      ['driver', 2700],
      ['clinician', 3900],
      ['essential', 1500],
    ]);
    expect(await packages(key)).toEqual(own);
  });
});

describe('Build custom packages from any combination of checks.', () => {
  it('a package has every field', async () => {
    const made = await create();
    expect(made).toEqual({
      id: expect.stringMatching(/^pkg_[a-z2-7]{24}$/),
      name: 'Courier',
      slug: 'courier',
      checkTypeSlugs,
      priceCents: 1200,
      priceSource: 'list',
      currency: 'USD',
      custom: true,
      archived: false,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    });
    expect(await get(made['id'])).toEqual(made);
  });

  it('of all checks, in any order', async () => {
    const all = checkTypeCatalog.map(({ slug }) => slug).reverse();
    const sum = checkTypeCatalog.reduce((total, { listPriceCents }) => total + listPriceCents, 0);
    const made = await create({ checkTypeSlugs: all });
    expect(made).toMatchObject({ checkTypeSlugs: all, priceCents: sum });
  });

  it.each([0, 1_000_000])('for a price of its own: %s', async (priceCents) => {
    expect(await create({ priceCents })).toMatchObject({ priceCents, priceSource: 'list' });
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(101) }],
    ['priceCents', { priceCents: -1 }],
    ['priceCents', { priceCents: 1_000_001 }],
    ['priceCents', { priceCents: 9.5 }],
    ['checkTypeSlugs', { checkTypeSlugs: [] }],
    ['checkTypeSlugs', { checkTypeSlugs: Array(51).fill('ssn-trace') }],
    ['custom', { custom: false }],
  ])('a wrong %s is refused: %o', async (param, more) => {
    const { id } = await create();
    const refused = invalid({ param });
    expect(await post({ name: 'x', checkTypeSlugs, ...more })).toMatchObject(refused);
    expect(await patch(id, more)).toMatchObject(refused);
  });

  it('a check that is unknown, or there twice, is named', async () => {
    const { id } = await create();
    const body = { checkTypeSlugs: ['ssn-trace', 'nothing', 'ssn-trace', 'Nothing', 'nothing'] };
    for (const answer of [await post({ name: 'x', ...body }), await patch(id, body)]) {
      expect(answer.status).toBe(422);
      const errors = Object(answer.body['errors']);
      expect(errors.map(({ param, code }: Record<string, string>) => [param, code])).toEqual([
        ['checkTypeSlugs.1', 'unknown'],
        ['checkTypeSlugs.2', 'duplicate'],
        ['checkTypeSlugs.3', 'unknown'],
        ['checkTypeSlugs.4', 'unknown'],
      ]);
    }
    expect(await service().list(path)).toHaveLength(5);
  });

  it.each([
    ['Night shift', ['night-shift', 'night-shift-2', 'night-shift-3']],
    ['  Pédiatrie & Soins d’été!  ', ['pediatrie-soins-dete', 'pediatrie-soins-dete-2']],
    ['Executive', ['executive-2', 'executive-3']],
    ['東京', ['package', 'package-2']],
    ['🚑', ['package', 'package-2']],
    ['x'.repeat(100), ['x'.repeat(60), `${'x'.repeat(60)}-2`]],
  ])('the slug is the name in kebab case: %s', async (name, slugs) => {
    for (const slug of slugs) expect((await create({ name }))['slug']).toBe(slug);
  });

  it('the slugs of another tenant are free', async () => {
    const { key } = await provision(service());
    await create();
    const body = { name: 'Courier', checkTypeSlugs };
    const { body: made } = await service().call('POST', path, body, { key });
    expect(made['slug']).toBe('courier');
  });

  it('two that are created at the same time have different slugs', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => create()));
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(10);
  });
});

describe('A package is changed', () => {
  it('in its name, checks and price, and keeps its slug', async () => {
    const made = await create();
    await service().control('/clock', { advance: '1h' });
    const updatedAt = '2026-01-01T01:00:00.000Z';
    const change = { name: 'Van', checkTypeSlugs: ['county-criminal'], priceCents: 100 };
    expect((await patch(made['id'], change)).body).toEqual({ ...made, ...change, updatedAt });
    // Without a price of its own, it costs the sum of its checks.
    const { body } = await patch(made['id'], { priceCents: null });
    expect(body).toMatchObject({ name: 'Van', priceCents: 1500 });
    expect(await get(made['id'])).toEqual(body);
  });

  it('also one of the catalog, for its tenant only', async () => {
    const { id } = await bySlug('essential');
    const { key } = await provision(service());
    const { body } = await patch(id, { name: 'Basic', priceCents: 900 });
    expect(body).toMatchObject({
      slug: 'essential',
      name: 'Basic',
      priceCents: 900,
      custom: false,
    });
    const { body: others } = await service().call('GET', path, undefined, { key });
    expect(others['data']).toContainEqual(
      expect.objectContaining({ slug: 'essential', name: 'Essential', priceCents: 1500 }),
    );
  });
});

describe('A package is archived', () => {
  it('for good', async () => {
    const { id } = await create();
    expect(await archive(id)).toMatchObject({ status: 200, body: { id, archived: true } });
    expect(await archive(id)).toMatchObject(conflict('archived'));
    expect(await patch(id, { name: 'Back' })).toMatchObject(conflict('archived'));
    expect(await get(id)).toMatchObject({ name: 'Courier', archived: true });
    // Its slug stays its own.
    expect((await create())['slug']).toBe('courier-2');
  });

  it('and is listed, unless a filter leaves it out', async () => {
    const { id } = await create();
    await archive(id);
    expect(await service().list(path)).toHaveLength(5);
    expect(await service().list(`${path}?archived=false`)).toHaveLength(4);
    expect(await service().list(`${path}?archived=true`)).toMatchObject([{ id }]);
    expect(await service().call('GET', `${path}?archived=yes`)).toMatchObject({ status: 400 });
  });

  it('also one of the catalog', async () => {
    const { id } = await bySlug('executive');
    expect(await archive(id)).toMatchObject({ status: 200, body: { archived: true } });
  });

  it('not while an active role orders it', async () => {
    const { id } = await create();
    const role = { name: 'Courier', requirements: [], packageId: id };
    const { body: first } = await service().call('POST', '/v1/roles', role);
    for (let more = 0; more < 5; more += 1) await service().call('POST', '/v1/roles', role);
    const refused = await archive(id);
    expect(refused).toMatchObject(conflict('active'));
    expect(refused.body['detail']).toContain(
      'courier, courier-2, courier-3, courier-4, courier-5 and others',
    );
    for (const { id: roleId, packageId } of await service().list('/v1/roles')) {
      if (packageId !== id || roleId === first['id']) continue;
      await service().call('DELETE', `/v1/roles/${roleId}`);
    }
    expect((await archive(id)).body['detail']).toContain('order this package: courier.');
    await service().call('PATCH', `/v1/roles/${first['id']}`, { packageId: null });
    expect(await archive(id)).toMatchObject({ status: 200 });
  });
});

describe('Prices: that of the tenant, or of its partner, or the list price', () => {
  const none = { packages: {}, checkTypes: {} };

  /** The price of a package of a tenant whose partner has a price book. */
  async function priceOf(
    slug: string,
    { own = {}, book = {} }: { readonly own?: object; readonly book?: object },
  ): Promise<readonly unknown[]> {
    const { call } = service();
    await call('PUT', '/v1/partner/price-book', { ...none, ...book });
    const { tenantId, key } = await provision(service());
    // 300 + 900 cents, and 2000 cents.
    await call('POST', path, { name: 'Sum', checkTypeSlugs }, { key });
    await call('POST', path, { name: 'Fixed', checkTypeSlugs, priceCents: 2000 }, { key });
    const url = `/v1/partner/tenants/${tenantId}/pricing`;
    await service().send('PUT', url, { ...none, ...own });
    const { body } = await call('GET', path, undefined, { key });
    const listed = recordsOf(body['data']).find((one) => one['slug'] === slug);
    expect((await call('GET', `${path}/${listed?.['id']}`, undefined, { key })).body).toEqual(
      listed,
    );
    return [listed?.['priceCents'], listed?.['priceSource']];
  }

  const ownPackage = { own: { packages: { essential: 700, sum: 710, fixed: 720 } } };
  const ownChecks = { own: { checkTypes: { 'ssn-trace': 10 } } };
  const bookPackage = { book: { packages: { essential: 800 } } };
  const bookChecks = { book: { checkTypes: { 'ssn-trace': 20, 'motor-vehicle-record': 30 } } };

  it.each([
    ['essential', {}, 1500, 'list'],
    ['essential', bookPackage, 800, 'partner'],
    ['essential', { ...ownPackage, ...bookPackage }, 700, 'tenant'],
    ['essential', { own: { packages: { essential: 0 } }, ...bookPackage }, 0, 'tenant'],
    // The package has a price of its own.
    ['essential', { ...ownChecks, ...bookChecks }, 1500, 'list'],
    ['fixed', {}, 2000, 'list'],
    ['fixed', { ...ownChecks, ...bookChecks }, 2000, 'list'],
    ['fixed', ownPackage, 720, 'tenant'],
    ['sum', {}, 1200, 'list'],
    ['sum', { book: { checkTypes: { 'ssn-trace': 20 } } }, 920, 'partner'],
    ['sum', bookChecks, 50, 'partner'],
    ['sum', ownChecks, 910, 'tenant'],
    ['sum', { ...ownChecks, ...bookChecks }, 40, 'tenant'],
    ['sum', { ...ownPackage, ...bookChecks }, 710, 'tenant'],
    ['sum', { own: { checkTypes: { 'county-criminal': 1 } } }, 1200, 'list'],
  ])('%s with %o costs %s, source %s', async (slug, pricing, cents, source) => {
    expect(await priceOf(slug, pricing)).toEqual([cents, source]);
  });

  it('the partner itself pays list prices', async () => {
    await service().call('PUT', '/v1/partner/price-book', {
      packages: { essential: 1 },
      checkTypes: { 'ssn-trace': 1 },
    });
    expect(await bySlug('essential')).toMatchObject({ priceCents: 1500, priceSource: 'list' });
    expect(await create()).toMatchObject({ priceCents: 1200, priceSource: 'list' });
  });
});
