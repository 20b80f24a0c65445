import { describe, expect, it } from 'vitest';
import { checkTypeCatalog } from '../../../src/service/capabilities/packages/catalog.js';
import { invalid, problem } from '../../support/problems.js';
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

  it('of all checks, in any order, for a price of its own or the sum of them', async () => {
    const all = checkTypeCatalog.map(({ slug }) => slug).reverse();
    const sum = checkTypeCatalog.reduce((total, { listPriceCents }) => total + listPriceCents, 0);
    for (const [more, priceCents] of [
      [{}, sum],
      [{ priceCents: 0 }, 0],
      [{ priceCents: 1_000_000 }, 1_000_000],
    ] as const) {
      const made = await create({ checkTypeSlugs: all, ...more });
      expect(made).toMatchObject({ checkTypeSlugs: all, priceCents, priceSource: 'list' });
    }
  });

  it('each fault in it is named', async () => {
    const { id } = await create();
    const unknown = ['ssn-trace', 'nothing', 'ssn-trace', 'Nothing', 'nothing'];
    for (const [more, ...errors] of [
      [{ name: '' }, { param: 'name' }],
      [{ priceCents: -1 }, { param: 'priceCents' }],
      [{ priceCents: 1_000_001 }, { param: 'priceCents' }],
      [{ priceCents: 9.5 }, { param: 'priceCents' }],
      [{ checkTypeSlugs: [] }, { param: 'checkTypeSlugs' }],
      [{ custom: false }, { param: 'custom' }],
      [
        { checkTypeSlugs: unknown },
        { param: 'checkTypeSlugs.1', code: 'unknown' },
        { param: 'checkTypeSlugs.2', code: 'duplicate' },
        { param: 'checkTypeSlugs.3', code: 'unknown' },
        { param: 'checkTypeSlugs.4', code: 'unknown' },
      ],
    ] as const) {
      expect(await post({ name: 'x', checkTypeSlugs, ...more })).toMatchObject(invalid(...errors));
      expect(await patch(id, more)).toMatchObject(invalid(...errors));
    }
    expect(await service().list(path)).toHaveLength(5);
  });

  it('the slug is the name in kebab case, with a number where it is taken', async () => {
    for (const [name, ...slugs] of [
      ['Night shift', 'night-shift', 'night-shift-2', 'night-shift-3'],
      ['  Pédiatrie & Soins d’été!  ', 'pediatrie-soins-dete', 'pediatrie-soins-dete-2'],
      ['Executive', 'executive-2'],
      ['東京', 'package'],
      ['🚑', 'package-2'],
      ['x'.repeat(100), 'x'.repeat(60), `${'x'.repeat(60)}-2`],
    ] as const) {
      for (const slug of slugs) expect((await create({ name }))['slug']).toBe(slug);
    }
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
    // Without its own price, a package costs the sum of its checks.
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
  it('and is listed, unless a filter leaves it out; its slug stays its own', async () => {
    const { id } = await create();
    await archive(id);
    expect(await service().list(path)).toHaveLength(5);
    expect(await service().list(`${path}?archived=false`)).toHaveLength(4);
    expect(await service().list(`${path}?archived=true`)).toMatchObject([{ id }]);
    expect((await create())['slug']).toBe('courier-2');
  });

  it('not while an active role orders it', async () => {
    const { id } = await create();
    const ofRoles = (slugs: string) =>
      problem(409, 'state_conflict', { detail: expect.stringContaining(`package: ${slugs}.`) });
    const roles: Json[] = [];
    for (let made = 0; made < 6; made += 1) {
      const role = { name: 'Courier', requirements: [], packageId: id };
      roles.push(await service().send('POST', '/v1/roles', role));
    }
    const [first, ...others] = roles;
    const five = 'courier, courier-2, courier-3, courier-4, courier-5';
    expect(await archive(id)).toMatchObject(ofRoles(`${five} and others`));
    const facts = { names: Array.from({ length: 5 }, () => 'Courier'), hasMore: true };
    const reason = 'roles_order_package';
    expect((await archive(id)).body).toMatchObject({ reason, facts });
    await service().send('DELETE', `/v1/roles/${others.pop()?.['id']}`);
    expect(await archive(id)).toMatchObject(ofRoles(five));
    for (const role of others) await service().send('DELETE', `/v1/roles/${role['id']}`);
    expect(await archive(id)).toMatchObject(ofRoles('courier'));
    await service().send('PATCH', `/v1/roles/${first?.['id']}`, { packageId: null });
    expect(await archive(id)).toMatchObject({ status: 200 });
  });
});

describe('Prices: that of the tenant, or of its partner, or the list price', () => {
  const none = { packages: {}, checkTypes: {} };

  /** The prices of a tenant whose partner has a price book, and the source of each, by package slug. */
  async function pricesWith({
    own = {},
    book = {},
  }: {
    readonly own?: object;
    readonly book?: object;
  }) {
    const { call } = service();
    await call('PUT', '/v1/partner/price-book', { ...none, ...book });
    const { tenantId, key } = await provision(service());
    // 300 + 900 cents, and 2000 cents.
    await call('POST', path, { name: 'Sum', checkTypeSlugs }, { key });
    await call('POST', path, { name: 'Fixed', checkTypeSlugs, priceCents: 2000 }, { key });
    const url = `/v1/partner/tenants/${tenantId}/pricing`;
    await service().send('PUT', url, { ...none, ...own });
    const { body } = await call('GET', path, undefined, { key });
    const listed = recordsOf(body['data']);
    for (const one of listed) {
      expect((await call('GET', `${path}/${one['id']}`, undefined, { key })).body).toEqual(one);
    }
    return Object.fromEntries(
      listed.map(({ slug, priceCents, priceSource }) => [slug, [priceCents, priceSource]]),
    );
  }

  const ownPackage = { own: { packages: { essential: 700, sum: 710, fixed: 720 } } };
  const ownChecks = { own: { checkTypes: { 'ssn-trace': 10 } } };
  const bookPackage = { book: { packages: { essential: 800 } } };
  const bookChecks = { book: { checkTypes: { 'ssn-trace': 20, 'motor-vehicle-record': 30 } } };

  it.each([
    ['none', {}, { essential: [1500, 'list'], fixed: [2000, 'list'], sum: [1200, 'list'] }],
    ['of a package, of the partner', bookPackage, { essential: [800, 'partner'] }],
    [
      'of packages, of both',
      { ...ownPackage, ...bookPackage },
      { essential: [700, 'tenant'], fixed: [720, 'tenant'], sum: [710, 'tenant'] },
    ],
    [
      'of a package for nothing',
      { own: { packages: { essential: 0 } }, ...bookPackage },
      { essential: [0, 'tenant'] },
    ],
    [
      'of checks, of both, which count where the package has no price of its own',
      { ...ownChecks, ...bookChecks },
      { essential: [1500, 'list'], fixed: [2000, 'list'], sum: [40, 'tenant'] },
    ],
    [
      'of one check, of the partner',
      { book: { checkTypes: { 'ssn-trace': 20 } } },
      { sum: [920, 'partner'] },
    ],
    ['of all checks, of the partner', bookChecks, { sum: [50, 'partner'] }],
    ['of one check, of the tenant', ownChecks, { sum: [910, 'tenant'] }],
    [
      'of a package, before those of checks',
      { ...ownPackage, ...bookChecks },
      { sum: [710, 'tenant'] },
    ],
    [
      'of a check that is in no package',
      { own: { checkTypes: { 'county-criminal': 1 } } },
      { sum: [1200, 'list'] },
    ],
  ])('with prices %s', async (_what, pricing, expected) => {
    expect(await pricesWith(pricing)).toMatchObject(expected);
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
