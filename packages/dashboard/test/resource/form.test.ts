import { expect, test } from 'vitest';
import { requestBodies } from '../../src/api/generated/bodies.js';
import { known, schemaAt, valueAt, withValueAt } from '../../src/resource/form/body.js';
import { typeable } from '../../src/resource/form/form.js';

const body = { name: 'Nurse', requirements: [{ kind: 'check', slug: 'a' }, { kind: 'document' }] };

test('a value is found and replaced by its path, and the rest stays', () => {
  expect(valueAt(body, 'requirements.1.kind')).toBe('document');
  expect(valueAt(body, 'packageId.inner')).toBeUndefined();
  expect(withValueAt(body, 'requirements.1.slug', 'b')).toEqual({
    name: 'Nurse',
    requirements: [
      { kind: 'check', slug: 'a' },
      { kind: 'document', slug: 'b' },
    ],
  });
  expect(withValueAt({}, 'match.nth', 2)).toEqual({ match: { nth: 2 } });
});

test('an undefined value leaves the property out', () => {
  expect(Object.keys(withValueAt(body, 'name', undefined))).toEqual(['requirements']);
});

test('the schema of a path in a list is that of its items, which say what they need', () => {
  const { createRole } = requestBodies;
  expect(schemaAt(createRole, 'requirements.3.slug')).toMatchObject({ required: true });
  const { schema, required } = schemaAt(createRole, 'requirements.0.required');
  expect([schema.type, required]).toEqual(['boolean', false]);
});

test('the schema of a union has the fields of all its variants, and needs what all of them need', () => {
  const { properties, required } = requestBodies.trigger;
  expect(required).toEqual(['type']);
  expect(properties.via.enum).toEqual(['direct', 'api']);
  expect(properties).toMatchObject({
    set: { type: 'object' },
    metadata: { 'x-max-value-characters': 500 },
  });
});

test('properties that the body does not know are left out, in its lists too', () => {
  const role = { ...body, id: 'role_1', requirements: [{ kind: 'check', slug: 'a', met: 3 }] };
  expect(known(requestBodies.changeRole, role)).toEqual({
    name: 'Nurse',
    requirements: [{ kind: 'check', slug: 'a' }],
  });
});

test.each([
  ['Nightly sync', 'Nightly sync'],
  ['first\nsecond\r\n\tthird', 'first second third'],
  ['in\u202Evoice\u200B', 'in voice'],
  ['\u200B\u2060', ''],
  ['👩‍👩', '👩 👩'],
  ['😀'.repeat(80), '😀'.repeat(60)],
])('%j is typed as %j', (text, typed) => {
  expect(typeable(text)).toBe(typed);
  expect(typeable(typed)).toBe(typed);
});
