import { expect, test } from 'vitest';
import { requestBodies } from '../../src/api/generated/bodies.js';
import { filterTable } from '../../src/api/generated/filters.js';
import { operationTable } from '../../src/api/generated/operations.js';
import type { JsonSchema } from '../../src/api/json-schema.js';
import { choicesOf } from '../../src/resource/sources.js';
import { actionWords } from '../../src/words/actions.js';
import { hasWords, hintOf, labelOf, shownValue } from '../../src/words/fields.js';
import { wordsOf } from '../../src/words/words-of.js';

/** Texts for programs: Markdown, paths, names of properties, and the key of a request. */
const forPrograms = /`|\/v1|\b(?:GET|POST)\b|\bthe key\b|[a-z]Id\b|\bTrue\b|\bFalse\b/;

type Property = readonly [operation: string, path: string, schema: JsonSchema];

function propertiesOf(operation: string, schema: JsonSchema, at = ''): Property[] {
  const inner = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return inner.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, property]): Property[] => [
      [operation, at + name, property],
      ...propertiesOf(operation, property, `${at}${name}.`),
      ...propertiesOf(operation, property.items ?? {}, `${at}${name}.0.`),
    ]),
  );
}

const ofForms = Object.entries(requestBodies).flatMap(([id, body]) => propertiesOf(id, body));
const ofFilters = Object.entries(filterTable).flatMap(([id, filters]) =>
  Object.entries(filters).map(
    ([name, schema]: [string, JsonSchema]): Property => [id, name, schema],
  ),
);

test('each property of a form and each filter has words for people', () => {
  const wrong = [...ofForms, ...ofFilters].flatMap(([operation, path, schema]) => {
    const label = labelOf(path, operation);
    // People who read a request log know the HTTP methods.
    const known = path === 'method' ? [] : (schema.enum ?? schema.items?.enum ?? []);
    const options = known.map((value) => shownValue(path, value));
    const all = [label, hintOf(path, operation) ?? '', ...options];
    const isWrong =
      !hasWords(path, operation) ||
      all.some((text) => forPrograms.test(text)) ||
      (choicesOf(path, operation) !== undefined && /\bIDs?$/.test(label));
    return isWrong ? [`${operation} ${path}: ${all.join(' | ')}`] : [];
  });
  expect(ofForms.length).toBeGreaterThan(100);
  expect(ofFilters.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

test('no text of the API is among what the dashboard knows of it', () => {
  const texts = [
    JSON.stringify(requestBodies),
    JSON.stringify(operationTable),
    JSON.stringify(filterTable),
  ];
  for (const text of texts) expect(text).not.toMatch(/"(?:description|summary)":"/);
});

test.each(Object.entries(actionWords))('the words of %s are for people', (_id, words) => {
  const [label, title, done] = words;
  expect([label, title].join(' ')).not.toMatch(forPrograms);
  expect(label).toMatch(/^[A-Z][^.]+$/);
  expect(title).toMatch(/^[A-Z][^.]+$/);
  expect(done).toMatch(/^$|\.$/);
});

test.each([
  ['createdAfter', 'Created after'],
  ['q', 'Search'],
  ['integrationId', 'Integration ID'],
])('%s is %s', (name, words) => {
  expect(wordsOf(name)).toBe(words);
});

test.each([
  ['cause', 'dns_failed', 'Host name not resolved'],
  ['cause', 'server_error', 'Answered 5xx'],
  ['test', 'false', 'Without test events'],
  ['status', 'retrying', 'Retrying'],
])('the value %s=%s is %s', (name, value, words) => {
  expect(shownValue(name, value)).toBe(words);
});
