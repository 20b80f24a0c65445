import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/api/document.js';
import { operations } from '../../src/operations.js';
import { documentWebhooks } from '../../src/verifications/document-webhooks.js';
import { minimalBody } from '../support/minimal-body.js';
import { describedOperations } from '../support/openapi.js';
import { twoIntegrations } from '../support/two-integrations.js';

type Json = Readonly<Record<string, unknown>>;

// The operations are those of the OpenAPI document, so a new one is tested without a change here.

const described = describedOperations(
  openApiDocument(operations({ allowNet: [], ownPorts: [] }), documentWebhooks),
);
/** The catalog, which all share. */
const shared = ['/v1/document-configs', '/v1/verification-sources', '/v1/event-types'];
const collectionOf = (path: string): string => path.split('/{')[0] ?? '';
const owned = described.filter(({ path }) => !shared.includes(collectionOf(path)));
const withId = owned.filter(({ path }) => path.includes('{'));
const lists = owned.filter(
  ({ method, path, streams }) => method === 'GET' && !path.includes('{') && !streams,
);
const forIntegration = owned.filter(({ requestSchema }) =>
  Object.hasOwn(Object(requestSchema?.['properties']), 'integrationId'),
);
const named = (tested: typeof described) =>
  tested.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

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

/** The ids of the owner's objects in a collection. */
async function ownIds(collection: string): Promise<readonly string[]> {
  const objects = await world().list(world().owner, `${collection}?limit=100`);
  if (objects.length === 0) throw new Error(`Let twoIntegrations create one of ${collection}.`);
  return objects.map(idOf(collection));
}

describe(`another's object is a 404, for ${withId.length} operations with an id in their path`, () => {
  it.each(named(withId))('%s', async (_name, { method, path, requestSchema }) => {
    const { service, owner, strangers } = world();
    const [id = ''] = await ownIds(collectionOf(path));
    const body = requestSchema && minimalBody(requestSchema);
    const send = async (target: string, key: string) => {
      const url = path.replace(/\{\w+\}/, target);
      if (url.includes('{')) throw new Error('The test knows paths with one id.');
      return service.call(method, url, body, { key });
    };
    for (const key of strangers) {
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
    const found = await send(id, owner);
    expect([200, 201, 202, 409], found.text).toContain(found.status);
  });
});

describe(`lists show nothing of another's: ${lists.length} operations`, () => {
  it.each(named(lists))('%s', async (_name, { path, parameters }) => {
    const { service, owner, strangers, list } = world();
    const own = await ownIds(path);
    const [first = {}] = await list(owner, path);
    const subject: Json = { integrationId: service.description.integrationId, ...first };
    const filters = parameters
      .filter((parameter) => parameter['in'] === 'query')
      .map(({ name }) => [String(name), subject[String(name)]] as const)
      .filter(([, value]) => typeof value === 'string')
      .map(([name, value]) => `&${name}=${value}`);
    for (const key of strangers) {
      for (const filter of ['', ...filters]) {
        const shown = await list(key, `${path}?limit=100${filter}`);
        const ids = shown.map(idOf(path));
        expect(own.filter((id) => ids.includes(id))).toEqual([]);
      }
    }
  });
});

describe(`another's integration gets nothing: ${forIntegration.length} operations`, () => {
  it.each(named(forIntegration))('%s', async (_name, { method, path, requestSchema = {} }) => {
    const { service, owner, strangers } = world();
    const { integrationId } = service.description;
    const body = { ...minimalBody(requestSchema), integrationId };
    for (const key of strangers) {
      expect(await service.call(method, path, body, { key })).toMatchObject({
        status: 404,
        body: { code: 'resource_not_found' },
      });
    }
    expect((await service.call(method, path, body, { key: owner })).status).toBe(201);
  });
});

describe('an object of another cannot be used', () => {
  const verification = { documentConfigSlug: 'rn-license', state: 'CA' };
  const path = '/v1/document-verifications';

  it('a session', async () => {
    const { service, owner, other, create } = world();
    const { id } = await create(owner, '/v1/verification-sessions', {});
    const body = { ...verification, sessionId: id };
    expect(await service.call('POST', path, body, { key: other })).toMatchObject({
      status: 404,
      body: { code: 'resource_not_found' },
    });
  });

  it('a file', async () => {
    const { service, owner, other, create } = world();
    const form = new FormData();
    form.set('file', new Blob(['%PDF-1.7\n']));
    const { id } = await create(owner, '/v1/files', form);
    const { verificationId } = await create(other, path, verification);
    const refused = { status: 422, body: { errors: [{ param: 'fileIds', code: 'unknown' }] } };
    const body = { ...verification, fileIds: [id] };
    expect(await service.call('POST', path, body, { key: other })).toMatchObject(refused);
    const submit = `${path}/${verificationId}/submit`;
    expect(await service.call('POST', submit, { fileIds: [id] }, { key: other })).toMatchObject(
      refused,
    );
    await create(owner, path, body);
  });

  it('an answer under the same Idempotency-Key', async () => {
    const { service, owner, other, otherId } = world();
    const headers = { 'idempotency-key': 'same' };
    const first = await service.call('POST', path, verification, { key: owner, headers });
    const second = await service.call('POST', path, verification, { key: other, headers });
    expect(second.headers.has('idempotent-replayed')).toBe(false);
    expect(second.body['verificationId']).not.toBe(first.body['verificationId']);
    expect(second.body['integrationId']).toBe(otherId);
  });
});

it('an event reaches the endpoints of its own integration only', async () => {
  const { service, owner, other, create, list } = world();
  const url = 'http://localhost:9/webhooks/screening';
  const { id: endpointId } = await create(other, '/v1/webhook-endpoints', { url });
  const { verificationId } = await create(other, '/v1/document-verifications', {
    documentConfigSlug: 'cpr-card',
    state: 'CA',
    formData: { holderName: 'Maria Ortiz' },
  });
  await service.control('/clock', { settle: true });
  const deliveries = await service.list('/v1/webhook-deliveries');
  const [event] = await list(other, '/v1/events');
  expect(Object(event?.['data']).verificationId).toBe(verificationId);
  expect(deliveries.map((delivery) => [delivery['eventId'], delivery['endpointId']])).toEqual([
    [expect.any(String), service.description.endpoints[0]?.id],
    [event?.['id'], endpointId],
  ]);
  expect(await list(owner, '/v1/webhook-deliveries')).toHaveLength(1);
});
