import { describe, expect, it } from 'vitest';
import { isRecord } from '../../../src/handle/call-service.js';
import { limits } from '../../../src/service/limits/limits.js';
import { describeApi } from '../../../src/service/operations.js';
import { maria } from '../../support/maria.js';
import { describedOperations, resolved } from '../../support/openapi.js';
import { recordsOf, sharedService } from '../../support/service.js';

const service = sharedService();
const document = describeApi();
const operations = describedOperations(document);

/** A bound of the OpenAPI document, and the field that has it. */
interface Bound {
  /** A path in the body: `0` is an item of a list. */
  readonly path: readonly string[];
  readonly most: number;
  /** A value with `size` characters, items or keys. */
  readonly of: (size: number) => unknown;
}

// Two UTF-16 units each.
const characters = (size: number) => '😀'.repeat(size);
const items = (size: number) => Array.from({ length: size }, () => null);
const keys = (size: number) =>
  Object.fromEntries(Array.from({ length: size }, (_, index) => [`key-${index}`, 1]));

function boundsOf(schema: unknown, path: readonly string[] = []): Bound[] {
  const node = resolved(schema, document);
  if (!node) return [];
  const choices = node['anyOf'] ?? node['oneOf'];
  if (Array.isArray(choices)) return choices.flatMap((one) => boundsOf(one, path));
  const { properties, propertyNames, maxLength, maxItems, maxProperties } = node;
  const names = isRecord(propertyNames) ? propertyNames : {};
  const own: readonly (readonly [unknown, Bound['of']])[] = [
    [maxLength, characters],
    [maxItems, items],
    [maxProperties, keys],
    [names['maxLength'], 'pattern' in names ? slugged : named],
  ];
  return [
    ...own.flatMap(([most, of]) => (typeof most === 'number' ? [{ path, most, of }] : [])),
    ...Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, one]) =>
      boundsOf(one, [...path, name]),
    ),
    ...boundsOf(node['items'], [...path, '0']),
  ];
}

const named = (size: number) => ({ [characters(size)]: 1 });
const slugged = (size: number) => ({ ['a'.repeat(size)]: 1 });

function bodyWith([name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  return name === '0' ? [bodyWith(rest, value)] : { [name]: bodyWith(rest, value) };
}

it('every bound of a body holds, to the last character', async () => {
  const bounds = operations.flatMap(({ method, path: template, requestSchema }) =>
    boundsOf(requestSchema).map((bound) => {
      const path = template.replaceAll(/\{\w+\}/g, 'x');
      return { name: `${method} ${template} ${bound.path.join('.')}`, method, path, bound };
    }),
  );

  expect(bounds.length).toBeGreaterThan(100);
  for (const { name, method, path, bound } of bounds) {
    const faultsOf = async (size: number) => {
      const body = bodyWith(bound.path, bound.of(size));
      const answer = await service().call(method, path, body);
      const about = bound.path.join('.');
      return recordsOf(answer.body['errors']).filter(
        ({ param, code }) =>
          (param === about && code === 'too_big') ||
          // A key is part of the path.
          (String(param).startsWith(`${about}.`) && code === 'invalid_key'),
      );
    };
    expect(await faultsOf(bound.most), `${name}: ${bound.most}`).toEqual([]);
    expect(await faultsOf(bound.most + 1), `${name}: one more`).toHaveLength(1);
  }
});

it('every bound of a path and of a query holds, to the last character', async () => {
  const parameters = operations.flatMap(({ method, path, bodies, parameters: all }) =>
    all.flatMap(({ name, in: where, schema }) => {
      const [bound] = boundsOf(schema);
      return bound && (where === 'path' || where === 'query')
        ? [{ method, path, name: String(name), where, bound, bodies }]
        : [];
    }),
  );
  expect(parameters.length).toBeGreaterThan(80);
  for (const { method, path, name, where, bound, bodies } of parameters) {
    const faultsOf = async (size: number) => {
      const value = encodeURIComponent(characters(size));
      const filled =
        where === 'path' ? path.replace(`{${name}}`, value) : `${path}?${name}=${value}`;
      const url = filled.replaceAll(/\{\w+\}/g, 'x');
      const sent = 'multipart/form-data' in bodies ? new FormData() : {};
      const { status, body } = await service().call(
        method,
        url,
        method === 'GET' ? undefined : sent,
      );
      if (size > bound.most) expect([status, body['code']]).toEqual([400, 'parameter_invalid']);
      return recordsOf(body['errors']).filter(
        ({ param, code }) => param === name && code === 'too_big',
      );
    };
    expect(await faultsOf(bound.most), `${method} ${path} ${name}`).toEqual([]);
    expect(await faultsOf(bound.most + 1), `${method} ${path} ${name}`).toHaveLength(1);
  }
});

it('no text, list or map of a request is without a bound', () => {
  const unbounded = (schema: unknown, at: string): string[] => {
    const node = resolved(schema, document);
    if (!node) return [];
    const choices = node['anyOf'] ?? node['oneOf'];
    if (Array.isArray(choices)) return choices.flatMap((one) => unbounded(one, at));
    const { type, properties, additionalProperties } = node;
    const closed = ['enum', 'const', 'pattern', 'maxLength', 'contentEncoding'];
    return [
      ...(type === 'string' && !closed.some((name) => name in node) ? [at] : []),
      ...(type === 'array' && !('maxItems' in node) ? [at] : []),
      ...(isRecord(additionalProperties) && !('maxProperties' in node) ? [at] : []),
      ...Object.entries(isRecord(properties) ? properties : {}).flatMap(([name, one]) =>
        unbounded(one, `${at}.${name}`),
      ),
      ...unbounded(node['items'], `${at}.0`),
    ];
  };
  const found = describedOperations(document).flatMap(({ method, path, parameters, bodies }) => [
    ...parameters.flatMap(({ name, schema }) => unbounded(schema, `${method} ${path} ${name}`)),
    ...Object.values({ ...bodies, 'text/csv': undefined }).flatMap((body) =>
      unbounded(body, `${method} ${path}`),
    ),
  ]);
  expect(found).toEqual([]);
});

describe('metadata has', () => {
  const { metadataKeys, metadataKey, metadataValue } = limits;
  it.each<[bound: string, most: object, more: object]>([
    ['so many keys', keys(metadataKeys.most), keys(metadataKeys.most + 1)],
    ['keys of so many characters', named(metadataKey.most), named(metadataKey.most + 1)],
    [
      'texts of so many characters',
      { key: characters(metadataValue.most) },
      { key: characters(metadataValue.most + 1) },
    ],
    [
      'texts whose escapes are one character each',
      { key: '\n'.repeat(metadataValue.most) },
      { key: '"'.repeat(metadataValue.most + 1) },
    ],
    [
      'other values of so many characters of JSON',
      // With the brackets and the quotes.
      { key: [characters(metadataValue.most - 4)] },
      { key: [characters(metadataValue.most - 3)] },
    ],
  ])('%s', async (_bound, most, more) => {
    const create = async (metadata: object) =>
      (await service().call('POST', '/v1/candidates', { ...maria, metadata })).status;
    expect(await create(most)).toBe(201);
    expect(await create(more)).toBe(422);
  });
});

describe('formData has', () => {
  const order = async (formData: object) => {
    const { integrationId } = service().description;
    const wanted = { documentConfigSlug: 'rn-license', state: 'CA', integrationId, formData };
    return service().call('POST', '/v1/document-verifications', wanted);
  };
  // With the braces, the key, the colon and the quotes.
  const bytes = (size: number) => ({ key: `${'é'.repeat((size - 10) / 2)}` });

  it('so many keys', async () => {
    expect(await order(keys(limits.formDataKeys.most))).toMatchObject({ status: 201 });
    expect(await order(keys(limits.formDataKeys.most + 1))).toMatchObject({ status: 422 });
  });

  it('so many bytes of JSON', async () => {
    const { most } = limits.formDataBytes;
    expect(await order(bytes(most))).toMatchObject({ status: 201 });
    const { status, body } = await order({ ...bytes(most - 6), k: 12 });
    expect([status, body['errors']]).toMatchObject([422, [{ param: 'formData' }]]);
  });

  it('no more with what is submitted later', async () => {
    const { most } = limits.formDataKeys;
    const { body } = await order(keys(most - 1));
    const submit = `/v1/document-verifications/${body['verificationId']}/submit`;
    const more = { licenseNumber: 'RN1234' };
    const refused = await service().call('POST', submit, { formData: { ...more, another: 1 } });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ param: 'formData' }] } });
    expect(await service().call('POST', submit, { formData: more })).toMatchObject({ status: 200 });
  });
});

it('a list that is too long is refused before its items are read', async () => {
  const checkTypeSlugs = items(limits.checkTypes.most + 1);
  const { body } = await service().call('POST', '/v1/packages', { checkTypeSlugs, nope: 1 });
  expect(body['errors']).toEqual([
    {
      param: 'checkTypeSlugs',
      code: 'too_big',
      message: 'must have at most 50 items',
      facts: { most: 50, unit: 'items' },
    },
  ]);
});

describe('a refusal', () => {
  it('names so many faults, and counts the others', async () => {
    const { most } = limits.faults;
    const refused = (many: number) =>
      service().call('POST', '/v1/integrations', { name: 'a', ...keys(many) });
    const exact = (await refused(most)).body;
    expect(recordsOf(exact['errors'])).toHaveLength(most);
    expect(exact).not.toHaveProperty('faultsOmitted');
    const { body, text } = await refused(most + 1);
    expect(recordsOf(body['errors'])).toHaveLength(most);
    expect(body).toMatchObject({
      faultsOmitted: 1,
      detail: expect.stringMatching(/; and 1 more$/),
    });
    expect(body['detail']).not.toContain(`key-${most}:`);
    expect((await refused(20_000)).text.length).toBeLessThan(2 * text.length);
  });

  it('counts the faults of parameters too', async () => {
    const query = Array.from({ length: limits.faults.most + 2 }, (_, index) => `x${index}=1`);
    const { status, body } = await service().call('GET', `/v1/candidates?${query.join('&')}`);
    expect([status, body['faultsOmitted']]).toEqual([400, 2]);
  });

  it('cuts the names that it quotes', async () => {
    const { most } = limits.faultName;
    const paramsOf = async (body: object) =>
      recordsOf((await service().call('POST', '/v1/integrations', body)).body['errors']).map(
        ({ param }) => param,
      );
    const name = characters(most);
    expect(await paramsOf({ name: 'a', [name]: 1 })).toEqual([name]);
    expect(await paramsOf({ name: 'a', [`${name}!`]: 1 })).toEqual([`${name}…`]);
    const { body } = await service().call('GET', `/v1/candidates/${'x'.repeat(most + 1)}`);
    expect(body['detail']).toBe(`No candidate has the id ${'x'.repeat(most)}….`);
  });

  it('cuts a path of many names', async () => {
    const name = 'x'.repeat(99);
    const inner = '{"__proto__":1}';
    const formData = `${`{"${name}":`.repeat(20)}${inner}${'}'.repeat(20)}`;
    const sent = `{"formData":${formData}}`;
    const { body } = await service().call('POST', '/v1/document-verifications', sent);
    const longest = Math.max(...recordsOf(body['errors']).map(({ param }) => String(param).length));
    expect(longest).toBe(limits.faultPath.most + 1);
  });
});

it('a page has so many objects', async () => {
  const status = async (limit: number) =>
    (await service().call('GET', `/v1/candidates?limit=${limit}`)).status;
  expect(await status(limits.pageObjects.most)).toBe(200);
  expect(await status(limits.pageObjects.most + 1)).toBe(400);
});
