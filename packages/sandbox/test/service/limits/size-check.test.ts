import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readOperation } from '../../../src/service/http/operation.js';
import { jsonMap, list, map, noLongerThan, text } from '../../../src/service/limits/bounded.js';
import { limits } from '../../../src/service/limits/limits.js';
import { sizeCheck } from '../../../src/service/limits/size-check.js';

describe('a schema without a bound is refused when it is written', () => {
  it.each([
    ['a text', z.object({ field: z.string() }), /^field: a text without/],
    ['an optional text', z.object({ field: z.string().nullish() }), /^field: a text without/],
    ['a mail address', z.email(), /a text without/],
    ['a pattern that repeats', z.string().regex(/^[a-z]+$/), /a text without/],
    ['a pattern without an end', z.string().regex(/^[a-z]{3}/), /a text without/],
    ['a list', z.object({ all: z.array(z.boolean()).default([]) }), /^all: a list without/],
    ['a text in a list', list('fileIds', z.string()), /^\*: a text without/],
    ['a list in a list', list('fileIds', z.array(z.int())), /^\*: a list without/],
    ['a map', z.record(text('id'), z.int()), /a map without/],
    ['a key', map('prices', z.string(), z.int()), /^key: a text without/],
    ['a value', map('prices', text('slug'), z.string()), /^\*: a text without/],
    ['a map of anything', map('prices', text('slug'), z.unknown()), /a map of anything without/],
    ['an option', z.union([z.int(), z.string()]), /a text without/],
    ['what is transformed', z.string().transform(Number), /a text without/],
    ['anything', z.object({ field: z.unknown() }), /^field: no bound is known for .* unknown/],
  ])('%s', (_what, schema, message) => {
    expect(() => sizeCheck(schema)).toThrow(TypeError);
    expect(() => sizeCheck(schema)).toThrow(message);
  });

  it('with its operation', () => {
    const row = {
      id: 'getThing',
      path: '/v1/things/{id}',
      summary: 'Get a thing',
      input: { params: z.object({ id: z.string() }) },
      returns: z.string(),
      handle: async () => '',
    } as const;
    expect(() => readOperation(row)).toThrow('params.id: a text without a bound');
    const params = z.object({ id: text('id') });
    expect(() => readOperation({ ...row, input: { params } })).not.toThrow();
  });
});

it('a schema with bounds is taken', () => {
  const schema = z.strictObject({
    name: text('name').min(1).nullish(),
    email: z.email().check(noLongerThan('email')),
    state: z.string().regex(/^[A-Z]{2}$/),
    date: z.iso.date(),
    kind: z.enum(['a', 'b']),
    limit: z.preprocess(Number, z.int()),
    anything: jsonMap('formDataKeys', 'formDataKey', 'formDataBytes').default({}),
  });
  expect(sizeCheck(schema)({})).toEqual([]);
});

describe('the check of sizes', () => {
  const { most } = limits.fileIds;
  const items = (many: number) => Array.from({ length: many }, () => 1);

  it('finds values that are too long at any depth, and reads none of their items', () => {
    const ids = list('fileIds', text('id'));
    const schema = z.object({ all: list('fileIds', z.object({ ids })), other: ids.optional() });
    const check = sizeCheck(schema);
    const fault = { code: 'too_big', facts: { most, unit: 'items' } };
    expect(check({ all: [{ ids: items(most) }], other: items(most + 1) })).toEqual([
      { path: ['other'], fault },
    ]);
    expect(check({ all: [{ ids: [] }, { ids: items(most + 1) }] })).toEqual([
      { path: ['all', 1, 'ids'], fault },
    ]);
    const unread = new Proxy(items(most + 1), {
      get: (target, key) => (key === 'length' ? target.length : expect.unreachable(String(key))),
    });
    expect(check({ all: unread })).toEqual([{ path: ['all'], fault }]);
  });

  it('takes values of other types, which the schema refuses', () => {
    const check = sizeCheck(z.object({ ids: list('fileIds', text('id')) }));
    for (const value of [undefined, null, 7, 'x', [], { ids: { length: most + 1 } }]) {
      expect(check(value)).toEqual([]);
    }
  });

  it('refuses what is too long for an option of a union', () => {
    const bounded = z.strictObject({ ids: list('fileIds', z.int()) });
    const check = sizeCheck(z.union([z.strictObject({ other: z.int() }), bounded, bounded]));
    expect(check({ ids: items(most) })).toEqual([]);
    expect(check({ ids: items(most + 1) })).toHaveLength(1);
    expect(check({ other: items(most + 1) })).toEqual([]);
  });
});
