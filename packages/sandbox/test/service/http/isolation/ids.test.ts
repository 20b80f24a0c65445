import { ne } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { roles } from '../../../../src/service/db/schema/index.js';
import { type IdPlace, idPlaces, nameOf } from '../../../support/id-places.js';
import { describedOperations } from '../../../support/openapi.js';
import { rowMarks } from '../../../support/row-marks.js';
import {
  addFailure,
  document,
  operations,
  type Stranger,
  type TestRequest,
  twoIntegrations,
} from '../../../support/two-integrations.js';
import { collectionOf, ownerOf, strangersTo } from './owners.js';

// The rules I4, I5 and I9 of the service tables 1.11: an id of another is refused like one that nobody has. The places where
// operations take ids are those of the OpenAPI document, so a new one is tested without a change here.

const { places, unknown } = idPlaces(operations, document);
/** Fields that name an object that the integrations of a tenant share. */
const idsOfTenant = ['candidateId', 'packageId', 'roleId', 'reportId', 'recordIds', 'checkIds'];
/** The other properties that an operation's body needs before the operation reads the id. */
const otherFields: Readonly<Record<string, object>> = {
  '/v1/reports/{id}/adjudicate': { decision: 'adverse_action' },
};

/** Fields that name a part of the object that the request is for. */
const parts: Readonly<Record<string, RegExp>> = { recordIds: /rec_\w+/g, checkIds: /chk_\w+/g };

const world = twoIntegrations();

/** The callers who must not find the owner's object by its id. */
function strangersAt({ in: where, field, operation: { path } }: IdPlace): readonly Stranger[] {
  const { other, otherTenant } = world();
  if (where === 'path') return strangersTo(world(), path);
  return idsOfTenant.includes(field) ? [otherTenant] : [other, otherTenant];
}

/** The id of an object of the owner that a place can name. */
async function ownedIdAt(place: IdPlace): Promise<string> {
  const { list, ownedIds } = world();
  const { field, operation } = place;
  if (place.in === 'path') {
    const collection = collectionOf(operation.path);
    const [object] = await list(ownerOf(world(), operation.path), collection);
    if (object) return String(object[field]);
    throw new Error(`Let twoIntegrations create one of ${collection}.`);
  }
  const id = ownedIds[field];
  if (id) return id;
  throw new Error(`Let twoIntegrations tell an id for ${field}.`);
}

/** The id of a part of the object with this path. `undefined` if the place names no part. */
async function partAt({ field }: IdPlace, path: string, key: string): Promise<string | undefined> {
  const part = parts[field];
  const [object = ''] = /^\/v1\/[^/]+\/[^/]+/.exec(path) ?? [];
  return (
    part && (await world().service.call('GET', object, undefined, { key })).text.match(part)?.at(-1)
  );
}

type Sent = Omit<TestRequest, 'body'> & { readonly body: unknown };

/** A request with an id in its place. */
function withId(request: TestRequest, { in: where, steps, operation }: IdPlace, id: string): Sent {
  const [name = ''] = steps;
  const { path, body } = request;
  if (where === 'path') return { ...request, path: operation.path.replace(`{${name}}`, id) };
  if (where === 'query') return { ...request, path: `${path}?${name}=${id}` };
  return { ...request, body: put({ ...Object(body), ...otherFields[operation.path] }, steps, id) };
}

function put(base: unknown, [step, ...rest]: readonly string[], id: string): unknown {
  if (step === undefined) return id;
  const within = put(Object(base)[step], rest, id);
  return step === '0' ? [within] : { ...Object(base), [step]: within };
}

async function send({ method, path, body, headers }: Sent, key: string) {
  return world().service.call(method, path, body, { key, headers });
}

/** The content of an answer, without its request id and the id that was sent. */
function told({ status, headers, text }: Awaited<ReturnType<typeof send>>, id: string) {
  const own = /"requestId":"[^"]*"/;
  const known = [...headers].filter(([name]) => name !== 'service-request-id');
  return { status, headers: known, text: text.replaceAll(id, 'ID').replace(own, '') };
}

/** Expects a refusal to have a status and a code that the document names. */
function expectDescribed(
  { status, headers, body }: Awaited<ReturnType<typeof send>>,
  { operation }: IdPlace,
): void {
  if (status < 400) return;
  const type = headers.get('content-type') ?? '';
  expect(operation.mismatch(status, type, body)).toBeUndefined();
}

/** Expects "not found", an empty list, or an unknown value of this field. */
function expectRefusal({ status, text }: ReturnType<typeof told>, place: IdPlace): void {
  const { in: where, operation, steps } = place;
  if (where === 'query' && operation.method === 'GET') expect(status).toBe(200);
  else if (status === 404) expect(text).toContain('"code":"resource_not_found"');
  else {
    expect(status, text).toBe(422);
    // In a list of ids, the error may name one id.
    const param = steps.join('.').replace(/\.0$/, '(.\\d+)?');
    expect(text).toMatch(new RegExp(`"errors":\\[{"param":"${param}","code":"unknown"`));
  }
}

it('every place that may take an id is known', () => {
  expect(unknown).toEqual([]);
});

it('an unknown kind of place is reported', () => {
  const text = { type: 'string' };
  const body = {
    type: 'object',
    properties: { packages: { type: 'array', items: { $ref: '#/x' } } },
  };
  const post = {
    parameters: [
      { in: 'path', name: 'id', schema: text },
      { in: 'query', name: 'role', schema: text },
      { in: 'header', name: 'Role', schema: text },
    ],
    requestBody: {
      content: { 'application/json': { schema: body }, 'text/plain': { schema: text } },
    },
    responses: {},
  };
  const made = {
    x: { properties: { roleId: text, role: text } },
    paths: { '/a/{id}/b/{b}': { post } },
  };
  const found = idPlaces(describedOperations(made), made);
  expect(found.places.map(nameOf)).toEqual([
    'POST /a/{id}/b/{b} path id',
    'POST /a/{id}/b/{b} body packages.0.roleId',
  ]);
  expect(found.unknown).toEqual([
    'POST /a/{id}/b/{b} query role',
    'POST /a/{id}/b/{b} header Role',
    'POST /a/{id}/b/{b} body packages.0.role',
    'POST /a/{id}/b/{b} text/plain',
    'POST /a/{id}/b/{b} with two parameters',
  ]);
});

it("the marks of rows show a lock of another's that has ended", async () => {
  const { sql, otherTenant } = world();
  const marks = () => rowMarks(sql, { ...otherTenant, integrationId: undefined });
  const before = await marks();
  expect(await marks()).toEqual(before);
  await sql.select().from(roles).where(ne(roles.tenantId, otherTenant.tenantId)).for('key share');
  expect(await marks()).not.toEqual(before);
});

// A stream answers at once whatever it shows, and has its own test.
const answered = places.filter(({ operation }) => !operation.streams);

describe(`an id of another: ${answered.length} places`, () => {
  it.each(answered.map((place) => [nameOf(place), place] as const))('%s', async (_name, place) => {
    const { service, sql, other, requestFor } = world();
    const isRead = place.operation.method === 'GET';
    if (place.operation.path.endsWith('/failures')) await addFailure(world());
    const id = await ownedIdAt(place);
    // An id of the same length that nobody has.
    const nobodys = `${id.slice(0, -1)}-`;
    const asker = async (key: string) => {
      const request = await requestFor(place.operation, key, place.in === 'path' ? id : undefined);
      const ask = async (named: string) => {
        const answer = await send(withId(request, place, named), key);
        expectDescribed(answer, place);
        return told(answer, named);
      };
      return { ask, path: request.path };
    };
    for (const stranger of strangersAt(place)) {
      const { key, tenantId } = stranger;
      const integrationId = stranger === other ? stranger.integrationId : undefined;
      const { ask } = await asker(key);
      await service.flushLog();
      // A read has no transaction in which it could change or lock rows.
      const marks = async () => isRead || rowMarks(sql, { tenantId, integrationId });
      const before = await marks();
      const refused = await ask(id);
      expect(await marks()).toEqual(before);
      expect(refused).toEqual(await ask(nobodys));
      expectRefusal(refused, place);
    }
    // The owner may name the id: the refusal was because of the key.
    const owner = ownerOf(world(), place.operation.path);
    const { ask, path } = await asker(owner);
    const ofNobodys = await ask(nobodys);
    if (place.in === 'body') expect([404, 422]).toContain((await ask('')).status);
    const taken = await ask((await partAt(place, path, owner)) ?? id);
    expect(taken).not.toEqual(ofNobodys);
    expect([200, 201, 202, 409], taken.text).toContain(taken.status);
  });
});
