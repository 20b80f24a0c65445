import { describe, expect, it } from 'vitest';
import { follow } from '../../../support/follow.js';
import { recordsOf } from '../../../support/service.js';
import { addFailure, operations, twoIntegrations } from '../../../support/two-integrations.js';
import { collectionOf, ofTenant, ownerOf, shared, strangersTo } from './owners.js';

type Json = Readonly<Record<string, unknown>>;

const reads = operations.filter(
  ({ method, path }) => method === 'GET' && !shared.includes(collectionOf(path)),
);
const pages = reads.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'));
const lists = pages.filter(({ path }) => !path.includes('{'));
const streams = reads.filter((operation) => operation.streams);
const statistics = '/v1/webhook-deliveries/statistics';
const failures = '/v1/webhook-deliveries/failures';
const counts = '/v1/webhook-deliveries/counts';

/** The id field in the paths of each collection's operations. */
const idFields = new Map(
  operations.map(({ path }) => {
    const [, collection = '', field = ''] = /^(.*?)\/\{(\w+)\}/.exec(path) ?? [];
    return [collection, field] as const;
  }),
);
const idOf = (collection: string) => (object: Json) =>
  String(object[idFields.get(collection) ?? 'id']);

const world = twoIntegrations();

it('the tests know every read: lists, streams, numbers, and objects by their id', () => {
  const others = reads.filter((read) => ![...pages, ...streams].includes(read));
  const without = others.map(({ path }) => path).filter((path) => !path.includes('{'));
  expect(without).toEqual([statistics, counts, failures]);
});

describe(`I4, I5: lists show nothing of another's: ${lists.length} operations`, () => {
  it.each(lists.map((list) => [list.path, list] as const))('%s', async (path, { parameters }) => {
    const { list, ownedIds } = world();
    const own = await list(ownerOf(world(), path), `${path}?limit=100`);
    const [first = {}] = own;
    const ids = own.map(idOf(path));
    expect(ids).not.toEqual([]);
    const subject: Json = { ...ownedIds, ...first };
    const filters = parameters
      .filter((parameter) => parameter['in'] === 'query')
      .map(({ name }) => [String(name), subject[String(name)]] as const)
      .filter(([, value]) => typeof value === 'string')
      .map(([name, value]) => `&${name}=${value}`);
    for (const { key } of strangersTo(world(), path)) {
      for (const filter of ['', ...filters]) {
        const shown = await list(key, `${path}?limit=100${filter}`);
        expect(shown.map(idOf(path)).filter((id) => ids.includes(id))).toEqual([]);
      }
    }
  });
});

/** Adds a second object of the owner to each list, so that it has a second page. */
async function addSeconds(): Promise<void> {
  const { service, owner, create, requestFor } = world();
  for (const operation of operations) {
    const { method, path } = operation;
    const isMade = path === '/v1/adverse-actions/{id}/cancel';
    if (method !== 'POST' || !(isMade || lists.some((list) => list.path === path))) continue;
    const key = ownerOf(world(), path);
    const { body, headers } = await requestFor(operation, key);
    if (!isMade) await service.call('POST', path, body, { key, headers });
  }
  const document = {
    documentConfigSlug: 'cpr-card',
    state: 'CA',
    formData: { holderName: 'Maria' },
  };
  await create(owner, '/v1/document-verifications', document);
  await service.control('/clock', { settle: true });
}

it(`I4, I5: a cursor of another's shows nothing of another's: ${pages.length} operations`, async () => {
  const { service, partner, requestFor } = world();
  await addSeconds();
  for (const operation of pages) {
    const ownKey = ownerOf(world(), operation.path);
    const { path } = await requestFor(operation, ownKey);
    const read = async (key: string, at: string, query: string) =>
      service.call('GET', `${at}?${query}`, undefined, { key });
    const idsIn = ({ body }: { body: Json }) =>
      Array.isArray(body['data']) ? body['data'].map(idOf(operation.path)) : [];
    const own = idsIn(await read(ownKey, path, 'limit=100'));
    const { nextCursor } = (await read(partner, path, 'limit=1')).body;
    const rest = `limit=100&cursor=${nextCursor}`;
    expect(own, path).toEqual(expect.arrayContaining(idsIn(await read(ownKey, path, rest))));
    expect(idsIn(await read(ownKey, path, rest)), path).not.toEqual([]);
    for (const { key } of strangersTo(world(), operation.path)) {
      const theirs = await requestFor(operation, key);
      const shown = await read(key, theirs.path, rest);
      if (shown.status !== 200) expect(shown.body['code'], path).toBe('cursor_invalid');
      for (const id of own) expect(shown.text, path).not.toContain(id);
    }
  }
});

it(`I4, I5: ${statistics} count nothing of another's`, async () => {
  const { service, owner } = world();
  const total = async (key: string) =>
    (await service.call('GET', statistics, undefined, { key })).body['total'];
  for (const { key } of strangersTo(world(), statistics)) expect(await total(key)).toBe(0);
  expect(await total(owner)).toBeGreaterThan(0);
});

it(`I4, I5: ${counts} count nothing of another's`, async () => {
  const { service, owner } = world();
  const most = async (key: string) => {
    const { body } = await service.call('GET', counts, undefined, { key });
    return Math.max(...Object.values(Object(body['byStatus'])).map(Number));
  };
  for (const { key } of strangersTo(world(), counts)) expect(await most(key)).toBe(0);
  expect(await most(owner)).toBeGreaterThan(0);
});

it(`I4, I5: ${failures} show nothing of another's`, async () => {
  const { service, owner } = world();
  await addFailure(world());
  const shown = async (key: string) =>
    recordsOf((await service.call('GET', failures, undefined, { key })).body['failures']);
  for (const { key } of strangersTo(world(), failures)) expect(await shown(key)).toEqual([]);
  expect(await shown(owner)).toMatchObject([{ cause: { code: 'fault_injected' }, deliveries: 1 }]);
});

it.each(streams.map(({ path }) => path))('I4, I5: %s shows nothing of another’s', async (path) => {
  expect(path).toBe('/v1/webhook-deliveries/stream');
  const { service, owner, ownedIds } = world();
  const started = { lastEventId: '0-0' };
  for (const query of ['', `?endpointId=${ownedIds['endpointId']}`]) {
    const shown: unknown[] = [];
    const strangers = strangersTo(world(), path);
    const theirs = await Promise.all(
      strangers.map(({ key }) => follow(service, { ...started, query, key })),
    );
    for (const stream of theirs) {
      stream.take(1).then(
        (events) => shown.push(...events),
        () => {},
      );
    }
    // This stream began later, so the others would have shown the change by now.
    const own = await follow(service, { ...started, query, key: owner });
    expect(await own.take(1)).toHaveLength(1);
    expect(shown).toEqual([]);
    for (const stream of [own, ...theirs]) await stream.leave();
  }
});

it("I5: a roster names no role and no candidate of another's", async () => {
  const { service, owner, partner, otherTenant, create, list } = world();
  const [role = {}] = await list(owner, '/v1/roles');
  const { requirements } = role;
  const { slug } = await create(partner, '/v1/roles', { name: 'Only here', requirements });
  const email = 'nora.quinn@example.com';
  const person = { firstName: 'Nora', lastName: 'Quinn', email, externalId: 'only-here' };
  const { id: candidateId } = await create(owner, '/v1/candidates', person);
  const roster = `first_name,last_name,email,external_id,role,work_state
Nora,Quinn,${email},only-here,${slug},CA
`;
  const headers = { 'content-type': 'text/csv' };
  const rowFor = async (key: string) => {
    const { body } = await service.call('POST', '/v1/bulk-imports', roster, { key, headers });
    await service.control('/clock', { settle: true });
    return (await list(key, `/v1/bulk-imports/${body['id']}/rows`))[0];
  };
  expect(await rowFor(owner)).toMatchObject({ candidateId, roleSlug: slug });
  const issue = expect.objectContaining({ code: 'role_unknown' });
  expect(await rowFor(otherTenant.key)).toMatchObject({
    candidateId: null,
    roleSlug: null,
    issues: expect.arrayContaining([issue]),
  });
});

it(`the integrations of a tenant share ${ofTenant}`, async () => {
  const { owner, other, list } = world();
  for (const collection of ofTenant) {
    const shown = await list(other.key, collection);
    expect(shown).toEqual(await list(owner, collection));
    expect(shown).not.toEqual([]);
  }
});
