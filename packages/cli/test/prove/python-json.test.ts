import { spawnSync } from 'node:child_process';
import { fixture, fixtures } from '@screening-webhooks/testing';
import { expect, test } from 'vitest';
import { bodyForms } from '../../src/prove/forms/body-forms.js';
import { type Json, pythonJson } from '../../src/prove/forms/python-json.js';

const parse = (text: string): Json => JSON.parse(text);

const values: readonly (readonly [value: Json, written: string])[] = [
  [
    { a: { b: 1 }, c: [1, 2], d: null, e: true, f: false },
    '{"a": {"b": 1}, "c": [1, 2], "d": null, "e": true, "f": false}',
  ],
  [[{}, [], [[]], { a: [] }], '[{}, [], [[]], {"a": []}]'],
  ['"\\/\b\f\n\r\t', '"\\"\\\\/\\b\\f\\n\\r\\t"'],
  ['\u0000\u001f\u007f\u0080é\u2028', '"\\u0000\\u001f\\u007f\\u0080\\u00e9\\u2028"'],
  ['🩺\ud800', '"\\ud83e\\ude7a\\ud800"'],
  [{ 'é, "': 'a, b: c' }, '{"\\u00e9, \\"": "a, b: c"}'],
  [[0, -1, 9007199254740991, 1.5, -0.25, 0.1], '[0, -1, 9007199254740991, 1.5, -0.25, 0.1]'],
  [[1e-4, 1.5e-5, 1e-7, -2.5e-10], '[0.0001, 1.5e-05, 1e-07, -2.5e-10]'],
  [
    [1e16, 1.25e22, 5e-324, 1.7976931348623157e308],
    '[1e+16, 1.25e+22, 5e-324, 1.7976931348623157e+308]',
  ],
  [[9007199254740994, -0, 123456789.125], '[9007199254740994.0, -0.0, 123456789.125]'],
];

test.each(values)('%j', (value, written) => {
  expect(pythonJson(value)).toBe(written);
});

test('keys are sorted by code point at every level', () => {
  const value = { b: { '\u{1f600}': 1, '\uffff': 2 }, a: [{ d: 1, c: 2 }] };
  expect(pythonJson(value, { sortKeys: true })).toBe(
    '{"a": [{"c": 2, "d": 1}], "b": {"\\uffff": 2, "\\ud83d\\ude00": 1}}',
  );
});

test('a number that JSON cannot represent is refused', () => {
  expect(() => pythonJson([Number.NaN])).toThrow('JSON cannot represent NaN.');
});

const python = spawnSync('python3', ['-c', 'import json']);

test.skipIf(python.status !== 0)('Python writes the same (needs python3)', () => {
  const events = fixtures.map(({ event }) => parse(JSON.stringify(event)));
  const all = [...values.map(([value]) => value), ...events];
  // Python parses and rewrites the output of this module: integers and floats keep their kinds.
  const script =
    'import json,sys\nfor line in sys.stdin:\n v=json.loads(line)\n print(json.dumps(v))\n print(json.dumps(v,sort_keys=True))';
  const input = all.map((value) => `${pythonJson(value)}\n`).join('');
  const { stdout } = spawnSync('python3', ['-c', script], { input, encoding: 'utf8' });
  const expected = all.flatMap((value) => [
    pythonJson(value),
    pythonJson(value, { sortKeys: true }),
  ]);
  expect(stdout.split('\n').slice(0, -1)).toEqual(expected);
});

test('each form of an event is the same event in other bytes', () => {
  for (const { event } of fixtures) {
    const compact = JSON.stringify(event);
    const written = bodyForms.map(({ write }) => write(compact));
    for (const text of written) expect(JSON.parse(text)).toEqual(event);
  }
  // With a slash for PHP to escape, and keys that are not sorted.
  const compact = JSON.stringify(fixture('document_verification.completed'));
  expect(new Set([compact, ...bodyForms.map(({ write }) => write(compact))]).size).toBe(
    1 + bodyForms.length,
  );
});
