import { describe, expect, it } from 'vitest';
import { operations } from '../../../src/service/operations.js';
import { problem } from '../../support/problems.js';
import { provision } from '../../support/provision.js';
import { recordsOf, sharedService } from '../../support/service.js';

type Json = Readonly<Record<string, unknown>>;

const service = sharedService();
const maria = { firstName: 'Maria', lastName: 'Ortiz', email: 'maria@example.com' };
const endpoint = { owner: 'account', url: 'http://localhost:9/' };

/** A list with `q`, and how to make an object whose searched text is the given one. */
const searched: Readonly<Record<string, readonly ((text: string) => Json)[]>> = {
  '/v1/candidates': [
    (text) => ({ ...maria, firstName: text }),
    (text) => ({ ...maria, lastName: text }),
    (text) => ({ ...maria, externalId: text }),
  ],
  '/v1/packages': [(name) => ({ name, checkTypeSlugs: ['ssn-trace'] })],
  '/v1/roles': [(name) => ({ name, requirements: [] })],
  '/v1/webhook-endpoints': [(description) => ({ ...endpoint, description })],
};
const paths = Object.keys(searched);
const cases = Object.entries(searched).flatMap(([path, bodies]) =>
  bodies.map((body) => [path, Object.keys(body('')).join(), body] as const),
);

const create = (path: string, body: Json, key?: string) =>
  service().send('POST', path, body, key === undefined ? undefined : { key });

async function idsOf(path: string, q: string, more = '', key?: string) {
  const query = `${new URLSearchParams({ q })}${more}`;
  const options = key === undefined ? undefined : { key };
  const { data } = await service().send('GET', `${path}?${query}`, undefined, options);
  return recordsOf(data).map(({ id }) => id);
}

it('these lists have it', () => {
  const lists = operations({ allowNet: [], ownPorts: [] }).filter(
    ({ input: { query } }) => query && 'q' in query.shape,
  );
  expect(lists.map(({ path }) => path).sort()).toEqual(paths);
});

describe.each(cases)('%s by one of %s', (path, _fields, body) => {
  it('finds a part, in any case', async () => {
    const { id } = await create(path, body('Zürich ÉCOLE 😀 nine'));
    for (const part of ['Zürich ÉCOLE 😀 nine', 'zÜRICH', 'école', '😀', 'H É', 'NE']) {
      expect(await idsOf(path, part), part).toContain(id);
    }
    for (const part of ['zurich', '😁', 'Zürich nine', 'École  ']) {
      expect(await idsOf(path, part), part).toEqual([]);
    }
  });

  it('takes no character for a wildcard', async () => {
    const ids: unknown[] = [];
    for (const text of ['50% off_q', '50 off-q', 'back\\slash', "quote'd"]) {
      ids.push((await create(path, body(text)))['id']);
    }
    const [percent, plain, backslash, quote] = ids;
    expect(await idsOf(path, '0% o')).toEqual([percent]);
    expect(await idsOf(path, 'f_q')).toEqual([percent]);
    expect(await idsOf(path, '0 o')).toEqual([plain]);
    expect(await idsOf(path, 'k\\s')).toEqual([backslash]);
    expect(await idsOf(path, '\\')).toEqual([backslash]);
    expect(await idsOf(path, "e'd")).toEqual([quote]);
    expect(await idsOf(path, '%%')).toEqual([]);
    expect(await idsOf(path, '\\%')).toEqual([]);
  });
});

it('finds candidates by their whole name and their email', async () => {
  const { id } = await create('/v1/candidates', maria);
  for (const q of ['maria o', 'A@EXAMPLE', 'ortiz']) {
    expect(await idsOf('/v1/candidates', q), q).toEqual([id]);
  }
});

it('finds endpoints by their URL', async () => {
  const { id } = await create('/v1/webhook-endpoints', {
    ...endpoint,
    url: 'http://localhost:9/a_B',
  });
  await create('/v1/webhook-endpoints', { ...endpoint, url: 'http://localhost:9/aXB' });
  expect(await idsOf('/v1/webhook-endpoints', '/A_b')).toEqual([id]);
});

it('goes with other filters and over pages', async () => {
  const name = (text: string) => ({ name: text, requirements: [] });
  const made: unknown[] = [];
  for (const text of ['Own 1', 'Own 2', 'Other', 'Own 3']) {
    made.push((await create('/v1/roles', name(text)))['id']);
  }
  await service().send('DELETE', `/v1/roles/${made[1]}`);
  expect(await idsOf('/v1/roles', 'own', '&archived=false')).toEqual([made[3], made[0]]);
  const first = await service().send('GET', '/v1/roles?q=own&limit=2');
  const next = `&limit=2&cursor=${first['nextCursor']}`;
  expect(recordsOf(first['data']).map(({ id }) => id)).toEqual([made[3], made[1]]);
  expect(await idsOf('/v1/roles', 'own', next)).toEqual([made[0]]);
  expect(await service().call('GET', `/v1/roles?q=other${next}`)).toMatchObject(
    problem(400, 'cursor_invalid'),
  );
});

it.each(paths)("%s finds nothing of another tenant's", async (path) => {
  const { key } = await provision(service());
  const [body = () => ({})] = searched[path] ?? [];
  const { id } = await create(path, body('Only here'));
  const { id: theirs } = await create(path, body('Only here'), key);
  expect(await idsOf(path, 'only here')).toEqual([id]);
  expect(await idsOf(path, 'only here', '', key)).toEqual([theirs]);
});

it('an endpoint of another integration is not found by a key that is bound to one', async () => {
  const { integrationId } = service().description;
  const bound = await create('/v1/api-keys', { label: 'a', scope: 'full_access', integrationId });
  await create('/v1/webhook-endpoints', { ...endpoint, description: 'Only here' });
  expect(await idsOf('/v1/webhook-endpoints', 'only here', '', String(bound['key']))).toEqual([]);
});

it.each([
  ['empty', ''],
  ['too long', 'x'.repeat(101)],
  ['with U+0000', 'a\0'],
])('one that is %s is refused', async (_what, q) => {
  const query = new URLSearchParams({ q });
  expect(await service().call('GET', `/v1/candidates?${query}`)).toMatchObject(
    problem(400, 'parameter_invalid'),
  );
});
