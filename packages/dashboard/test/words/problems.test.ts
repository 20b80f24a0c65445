import { expect, test } from 'vitest';
import { ProblemError } from '../../src/api/problem-error.js';
import { formatTime } from '../../src/clock/local-time.js';
import { faultOf, inOwnWords, plain } from '../../src/words/problems.js';

test.each([
  ['The row needs a column `role`.', 'The row needs a column role.'],
  [
    'is not a document configuration; see GET /v1/document-configs',
    'is not a document configuration',
  ],
  ['x is not an event type. See GET /v1/event-types.', 'x is not an event type.'],
  ['Give them another packageId first.', 'Give them another package first.'],
  [
    'adverse_action needs the status none; it is pre_adverse_action.',
    'adverse action needs the status none; it is pre adverse action.',
  ],
  ['It ends at 2026-12-04T02:47:04.489Z.', `It ends at ${formatTime('2026-12-04T02:47:04.489Z')}.`],
  ['iPhone checks of my_file.csv are archived.', 'iPhone checks of my_file.csv are archived.'],
])('%s is said without what only programs know', (text, said) => {
  expect(plain(text)).toBe(said);
});

test.each([
  [
    'workState',
    'invalid_format',
    'must be a state, such as CA',
    'This must be a state, such as CA.',
  ],
  ['requirements.0.slug', 'required', 'is required', 'This is needed.'],
  [
    'recordIds',
    'required',
    'must name a record that it is based on, or checkIds a check',
    'Tick at least one finding.',
  ],
  ['candidateId', 'unknown', 'no object has the id cd_1', 'No object has the id cd_1.'],
])('the fault of %s, %s, is a sentence', (param, code, message, said) => {
  expect(faultOf({ param, code, message })).toBe(said);
});

test('a refusal names its fields as the form does', () => {
  const errors = [{ param: 'packageId', code: 'required', message: 'is required' }];
  const refused = new ProblemError({
    status: 422,
    code: 'validation_failed',
    detail: 'packageId: is required',
    errors,
  });
  const said = inOwnWords(refused);
  expect(said.message).toBe('Package: This is needed.');
  expect(said.fields).toEqual([{ ...errors[0], message: 'This is needed.' }]);
});
