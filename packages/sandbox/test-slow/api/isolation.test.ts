import { describe, expect, it } from 'vitest';
import { describeApi } from '../../src/describe-api.js';
import { minimalBody } from '../../test/support/minimal-body.js';
import { describedOperations } from '../../test/support/openapi.js';
import { type Stranger, twoIntegrations } from '../../test/support/two-integrations.js';

type Json = Readonly<Record<string, unknown>>;

// The rules I1 to I9 of the service tables 1.11. The operations are those of the OpenAPI document, so a new one is tested
// without a change here.

const described = describedOperations(describeApi());
/** The catalog, which all share, and what each tenant has one of. */
const shared = [
  '/v1/document-configs',
  '/v1/verification-sources',
  '/v1/event-types',
  '/v1/account',
  '/v1/check-types',
  '/v1/partner/price-book',
];
/** What the integrations of a tenant share. */
const ofTenant = [
  '/v1/candidates',
  '/v1/invitations',
  '/v1/reports',
  '/v1/adverse-actions',
  '/v1/onboardings',
  '/v1/bulk-imports',
  '/v1/packages',
  '/v1/roles',
];
/** What a partner has. Keys that are bound to one of its integrations do not reach it. */
const ofPartner = ['/v1/partner/tenants'];
/** It answers with numbers, and has a test of its own below. */
const statistics = '/v1/webhook-deliveries/statistics';
/** What an operation needs besides an id in its body, to look at it. */
const besides: Readonly<Record<string, Json>> = {
  '/v1/reports/{id}/adjudicate': { decision: 'adverse_action' },
};
/** Fields that name an object which the integrations of a tenant share. */
const idsOfTenant = ['candidateId', 'packageId', 'roleId', 'reportId', 'recordIds', 'checkIds'];
const collectionOf = (path: string): string => path.split('/{')[0] ?? '';
const isId = (field: string): boolean => /Ids?$/.test(field) && field !== 'externalId';
const owned = described.filter(({ path }) => !shared.includes(collectionOf(path)));
const withId = owned.filter(({ path }) => path.includes('{'));
const lists = owned.filter(
  ({ method, path, streams }) =>
    method === 'GET' && !path.includes('{') && !streams && path !== statistics,
);
const idsInQuery = lists.flatMap((operation) =>
  operation.parameters
    .filter((parameter) => parameter['in'] === 'query' && isId(String(parameter['name'])))
    .map(({ name }) => ({ ...operation, field: String(name) })),
);
const idsInBody = owned.flatMap((operation) =>
  Object.keys(Object(operation.requestSchema?.['properties']))
    .filter(isId)
    .map((field) => ({ ...operation, field })),
);
const named = <Tested extends { method: string; path: string; field?: string }>(
  tested: readonly Tested[],
) =>
  tested.map((operation) => {
    const { method, path, field } = operation;
    return [[method, path, field].filter(Boolean).join(' '), operation] as const;
  });

/** The field that the operations of a collection take in their path. */
const idFields = new Map(
  withId.map(({ path }) => {
    const [, collection = '', field = ''] = /^(.*?)\/\{(\w+)\}/.exec(path) ?? [];
    return [collection, field] as const;
  }),
);
const idOf = (collection: string) => (object: Json) =>
  String(object[idFields.get(collection) ?? 'id']);

const world = twoIntegrations();

/** Who must see nothing of a collection. */
function strangersTo(collection: string): readonly Stranger[] {
  const { other, otherTenant, otherPartner } = world();
  if (ofPartner.includes(collection)) return [otherPartner];
  return ofTenant.includes(collection) ? [otherTenant] : [other, otherTenant];
}

/** The key that an object of a collection is found with. */
function ownerOf(collection: string): string {
  return ofPartner.includes(collection) ? world().partner : world().owner;
}

/** The ids of the owner's objects in a collection. */
async function ownIds(collection: string): Promise<readonly string[]> {
  const objects = await world().list(ownerOf(collection), `${collection}?limit=100`);
  if (objects.length === 0) throw new Error(`Let twoIntegrations create one of ${collection}.`);
  return objects.map(idOf(collection));
}

/** The owner's object that a field can name. */
function ownedId(field: string): string {
  const id = world().ownedIds[field];
  if (id) return id;
  throw new Error(`Let twoIntegrations tell an id for ${field}.`);
}

describe(`I4, I5: another's object is a 404, for ${withId.length} operations with an id in their path`, () => {
  it.each(named(withId))('%s', async (_name, { method, path, requestSchema }) => {
    const { service } = world();
    const [id = ''] = await ownIds(collectionOf(path));
    const body = requestSchema && minimalBody(requestSchema);
    const send = async (target: string, key: string) => {
      const url = path.replace(/\{\w+\}/, target);
      if (url.includes('{')) throw new Error('The test knows paths with one id.');
      return service.call(method, url, body, { key });
    };
    for (const { key } of strangersTo(collectionOf(path))) {
      const refused = await send(id, key);
      expect(refused).toMatchObject({ status: 404, body: { code: 'resource_not_found' } });
      // It tells no more than that of an id that nobody has.
      const unknown = await send(`${id}x`, key);
      const { requestId: _one, ...told } = JSON.parse(refused.text.replaceAll(id, 'ID'));
      const { requestId: _two, ...toldOfUnknown } = JSON.parse(
        unknown.text.replaceAll(`${id}x`, 'ID'),
      );
      expect(told).toEqual(toldOfUnknown);
    }
    // Its owner finds it: the refusal was for the key.
    const found = await send(id, ownerOf(collectionOf(path)));
    expect([200, 201, 202, 409], found.text).toContain(found.status);
  });
});

describe(`I4, I5: lists show nothing of another's: ${lists.length} operations`, () => {
  it.each(named(lists))('%s', async (_name, { path, parameters }) => {
    const { list, ownedIds } = world();
    const own = await ownIds(path);
    const [first = {}] = await list(ownerOf(path), path);
    const subject: Json = { ...ownedIds, ...first };
    const filters = parameters
      .filter((parameter) => parameter['in'] === 'query')
      .map(({ name }) => [String(name), subject[String(name)]] as const)
      .filter(([, value]) => typeof value === 'string')
      .map(([name, value]) => `&${name}=${value}`);
    for (const { key } of strangersTo(path)) {
      for (const filter of ['', ...filters]) {
        const shown = await list(key, `${path}?limit=100${filter}`);
        const ids = shown.map(idOf(path));
        expect(own.filter((id) => ids.includes(id))).toEqual([]);
      }
    }
  });
});

describe(`I4, I5: another's id in a query finds nothing: ${idsInQuery.length} parameters`, () => {
  it.each(named(idsInQuery))('%s', async (_name, { path, field }) => {
    const { owner, list } = world();
    const filtered = `${path}?${field}=${ownedId(field)}`;
    for (const { key } of strangersTo(path)) expect(await list(key, filtered)).toEqual([]);
    expect(await list(owner, filtered)).not.toEqual([]);
  });
});

describe(`I4, I5, I9: another's id in a body is not found: ${idsInBody.length} fields`, () => {
  it.each(named(idsInBody))('%s', async (_name, { method, path, requestSchema, field }) => {
    const { service, owner, create, other, otherTenant, bodyFor, make } = world();
    const collection = collectionOf(path);
    const id = ownedId(field);
    const body = async (integrationId: string, key: string) => ({
      ...(await bodyFor({ path, requestSchema }, key)),
      ...besides[path],
      ...(idsInBody.some((one) => one.path === path && one.field === 'integrationId')
        ? { integrationId }
        : {}),
      [field]: field.endsWith('s') ? [id] : id,
    });
    // An operation on an object gets one of the caller's own.
    const url = async (key: string) => {
      if (!path.includes('{')) return path;
      const own = await make[collection]?.(key);
      if (own !== undefined) return path.replace(/\{\w+\}/, own);
      const posted = described.find((one) => one.method === 'POST' && one.path === collection);
      if (!posted) throw new Error(`Let twoIntegrations make one of ${collection}.`);
      const made = await create(key, collection, await bodyFor(posted, key));
      return path.replace(/\{\w+\}/, idOf(collection)(made));
    };
    const strangers = idsOfTenant.includes(field)
      ? [otherTenant]
      : path.includes('{')
        ? [other]
        : strangersTo(collection);
    for (const { key, integrationId } of strangers) {
      const refused = await service.call(method, await url(key), await body(integrationId, key), {
        key,
      });
      if (refused.status === 404) expect(refused.body['code']).toBe('resource_not_found');
      else {
        // Of a list, the one that is unknown may be named.
        const param = expect.stringMatching(new RegExp(`^${field}(\\.0)?$`));
        const error = expect.objectContaining({ param, code: 'unknown' });
        const errors = expect.arrayContaining([error]);
        expect(refused).toMatchObject({ status: 422, body: { errors } });
      }
    }
    const { integrationId } = service.description;
    const empty = { [field]: field.endsWith('s') ? [''] : '' };
    const unnamed = await service.call(
      method,
      await url(owner),
      { ...(await body(integrationId, owner)), ...empty },
      { key: owner },
    );
    expect([404, 422], unnamed.text).toContain(unnamed.status);
    // Its owner may: the object exists. What else the operation needs is not tested here.
    const taken = await service.call(method, await url(owner), await body(integrationId, owner), {
      key: owner,
    });
    expect(taken.status).not.toBe(404);
    const refusals = Array.isArray(taken.body['errors']) ? taken.body['errors'] : [];
    expect(refusals).not.toContainEqual(expect.objectContaining({ param: field }));
  });
});

it(`I4, I5: ${statistics} count nothing of another's`, async () => {
  const { service, owner, ownedIds } = world();
  for (const query of ['', `?endpointId=${ownedIds['endpointId']}`]) {
    for (const { key } of strangersTo(statistics)) {
      const { body } = await service.call('GET', `${statistics}${query}`, undefined, { key });
      expect(body).toMatchObject({ total: 0 });
    }
    const { body } = await service.call('GET', `${statistics}${query}`, undefined, { key: owner });
    expect(body['total']).toBeGreaterThan(0);
  }
});

it(`the integrations of a tenant share ${ofTenant}`, async () => {
  const { owner, other, list } = world();
  for (const collection of ofTenant) {
    const shown = await list(other.key, collection);
    expect(shown).toEqual(await list(owner, collection));
    expect(shown).not.toEqual([]);
  }
});

const forPartners = described.filter(({ partner }) => partner);

it(`only keys of a partner, bound to no integration, reach its ${forPartners.length} operations`, async () => {
  const { service, owner, other, otherTenant } = world();
  const ofPaths = described.filter(({ path }) => path.startsWith('/v1/partner/'));
  expect(forPartners).toEqual(ofPaths);
  for (const { method, path } of forPartners) {
    for (const key of [owner, other.key, otherTenant.key]) {
      const answer = await service.call(method, path.replace(/\{\w+\}/, 'x'), undefined, { key });
      expect(answer).toMatchObject({ status: 403, body: { code: 'partner_required' } });
    }
  }
});

it('an answer under the same Idempotency-Key is not given to another', async () => {
  const { service, owner, other } = world();
  const verification = { documentConfigSlug: 'rn-license', state: 'CA' };
  const path = '/v1/document-verifications';
  const headers = { 'idempotency-key': 'same' };
  const first = await service.call('POST', path, verification, { key: owner, headers });
  const second = await service.call('POST', path, verification, { key: other.key, headers });
  expect(second.headers.has('idempotent-replayed')).toBe(false);
  expect(second.body['verificationId']).not.toBe(first.body['verificationId']);
  expect(second.body['integrationId']).toBe(other.integrationId);
});

describe('I9: a key of an integration', () => {
  it('creates keys of its own integration', async () => {
    const { other, create } = world();
    const body = { label: 'Second', scope: 'full_access' };
    const { integrationId, key } = await create(other.key, '/v1/api-keys', body);
    expect(integrationId).toBe(other.integrationId);
    await create(String(key), '/v1/webhook-endpoints', { url: 'http://localhost:9/' });
  });

  it('does not find the keys of the whole tenant', async () => {
    const { service, other, list } = world();
    const keys = await list(service.description.keys.full, '/v1/api-keys?limit=100');
    const ofAll = keys.filter(({ integrationId }) => integrationId === null);
    expect(ofAll).toHaveLength(2);
    for (const { id } of ofAll) {
      const path = `/v1/api-keys/${id}`;
      for (const [method, target] of [
        ['GET', path],
        ['GET', `${path}/usage`],
        ['PATCH', path],
        ['POST', `${path}/revoke`],
      ] as const) {
        const { status } = await service.call(method, target, undefined, { key: other.key });
        expect(status).toBe(404);
      }
    }
  });

  it('creates no integration', async () => {
    const { service, other } = world();
    const { key } = other;
    expect(
      await service.call('POST', '/v1/integrations', { name: 'Third' }, { key }),
    ).toMatchObject({ status: 403, body: { code: 'scope_insufficient' } });
  });
});

describe('an event reaches', () => {
  const url = 'http://localhost:9/webhooks/screening';
  const document = {
    documentConfigSlug: 'cpr-card',
    state: 'CA',
    formData: { holderName: 'Maria Ortiz' },
  };

  it('I1: the endpoints of its own integration only', async () => {
    const { service, owner, other, create, list } = world();
    const { id: endpointId } = await create(other.key, '/v1/webhook-endpoints', { url });
    const { verificationId } = await create(other.key, '/v1/document-verifications', document);
    await service.control('/clock', { settle: true });
    const deliveries = await service.list('/v1/webhook-deliveries');
    const [event] = await list(other.key, '/v1/events');
    expect(Object(event?.['data']).verificationId).toBe(verificationId);
    expect(deliveries.map((delivery) => [delivery['eventId'], delivery['endpointId']])).toEqual([
      [expect.any(String), service.description.endpoints[0]?.id],
      [event?.['id'], endpointId],
    ]);
    expect(await list(owner, '/v1/webhook-deliveries')).toHaveLength(1);
  });

  it('I6: one of two endpoints with the same URL, each with a secret of its own', async () => {
    const { service, owner, other, create, list } = world();
    const mine = await create(owner, '/v1/webhook-endpoints', { url });
    const theirs = await create(other.key, '/v1/webhook-endpoints', { url });
    expect(mine['secret']).not.toBe(theirs['secret']);
    for (const key of [owner, other.key]) {
      await create(key, '/v1/document-verifications', document);
    }
    await service.control('/clock', { settle: true });
    const of = async (key: string, endpointId: unknown) =>
      list(key, `/v1/webhook-deliveries?endpointId=${endpointId}`);
    expect(await of(owner, mine['id'])).toHaveLength(1);
    expect(await of(other.key, theirs['id'])).toHaveLength(1);
  });

  const mismatch = { status: 422, body: { code: 'event_type_scope_mismatch' } };

  it('I2: no endpoint of the account, which cannot subscribe to it', async () => {
    const { service, owner, create, list } = world();
    const { full } = service.description.keys;
    const { id } = await create(full, '/v1/webhook-endpoints', { url, owner: 'account' });
    const eventTypes = ['document_verification.completed'];
    const path = `/v1/webhook-endpoints/${id}`;
    expect(await service.call('PATCH', path, { eventTypes })).toMatchObject(mismatch);
    await create(owner, '/v1/document-verifications', document);
    await service.control('/clock', { settle: true });
    expect(await list(full, '/v1/webhook-deliveries?limit=100')).toHaveLength(2);
    expect(await list(full, `/v1/webhook-deliveries?endpointId=${id}`)).toEqual([]);
  });

  it.each(['report.completed', 'candidate.completed'])(
    'I3: of the account, no endpoint of an integration: %s',
    async (type) => {
      const { service, owner: key, ownedIds } = world();
      const path = '/v1/webhook-endpoints';
      const eventTypes = ['document_verification.failed', type];
      const created = await service.call('POST', path, { url, eventTypes }, { key });
      expect(created).toMatchObject(mismatch);
      const change = { url, eventTypes };
      const changed = await service.call('PATCH', `${path}/${ownedIds['endpointId']}`, change);
      expect(changed).toMatchObject(mismatch);
    },
  );

  it('I7: by a replay, its original endpoint only', async () => {
    const { service, owner, other, create, list } = world();
    const [delivery] = await list(owner, '/v1/webhook-deliveries');
    // Each would get the event if it were emitted now.
    await create(owner, '/v1/webhook-endpoints', { url });
    await create(other.key, '/v1/webhook-endpoints', { url });
    const path = `/v1/webhook-deliveries/${delivery?.['id']}/replay`;
    expect(await service.call('POST', path)).toMatchObject({ status: 202 });
    await service.control('/clock', { settle: true });
    expect(await list(service.description.keys.full, '/v1/webhook-deliveries')).toMatchObject([
      { id: delivery?.['id'], endpointId: delivery?.['endpointId'], attemptCount: 2 },
    ]);
  });

  it('I8: no endpoint that was created later', async () => {
    const { service, owner, create, list } = world();
    const { id } = await create(owner, '/v1/webhook-endpoints', { url });
    await service.control('/clock', { advance: '1d' });
    expect(await list(owner, `/v1/webhook-deliveries?endpointId=${id}`)).toEqual([]);
  });
});
