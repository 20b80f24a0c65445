import type { SandboxSchemas } from '@screening-webhooks/sandbox';
import { expect, test } from 'vitest';
import { problemStatuses } from '../../../sandbox/src/service/http/problem.js';
import { conflictCodes } from '../../../sandbox/src/service/limits/conflicts.js';
import { PublishedFacts } from '../../../sandbox/src/service/limits/facts.js';
import { faultCodes } from '../../../sandbox/src/service/limits/faults.js';
import {
  fileIssueCodes,
  rowIssueCodes,
} from '../../../sandbox/src/service/limits/roster-issues.js';
import { formatTime } from '../../src/clock/local-time.js';
import { faultOf } from '../../src/words/faults.js';
import { inOwnWords } from '../../src/words/problems.js';
import { refusalOf } from '../../src/words/refusals.js';
import { rowIssueOf } from '../../src/words/row-issues.js';

type Problem = SandboxSchemas['Problem'];

const detail = 'a text for programs';
const at = '2026-12-04T02:47:04.489Z';

/** A problem document, as an answer has it. */
function documentOf(problem: object): Problem {
  const whole = { type: '', title: '', status: 422, requestId: 'req_1', detail, ...problem };
  return JSON.parse(JSON.stringify(whole));
}

const said = (problem: object) => inOwnWords(documentOf(problem)).message;
const saidOf = (errors: readonly object[]) =>
  inOwnWords(documentOf({ code: 'validation_failed', errors })).fields.map(
    ({ message }) => message,
  );

/** A value for each fact that the API publishes. */
const facts: Required<Omit<SandboxSchemas['Facts'], 'because' | 'of' | 'pattern' | 'meant'>> = {
  what: 'role',
  id: 'in_progress-x',
  expected: 'text',
  form: 'slug',
  characters: 'nul',
  allowed: ['active'],
  most: 2,
  least: 1,
  unit: 'items',
  divisor: 3,
  index: 0,
  line: 4,
  count: 5,
  names: ['Night nurse'],
  hasMore: false,
  action: 'replay',
  scope: 'account',
  at,
  text: 'leads to UTF-16',
};

const sentence = /^(?!.*(?:undefined|null|`|\/v1|GET |a text for programs|T\d\d:\d\d)).+$/;

test.each(Object.keys(problemStatuses))('the problem %s has a sentence', (code) => {
  const reason = code === 'duplicate_resource' ? 'slug_taken' : 'archived';
  const known = /state_conflict|duplicate/.test(code) ? { reason, facts } : { facts };
  expect(said({ code, ...known, eligibleAt: at })).toMatch(sentence);
  expect(said({ code })).not.toContain(detail);
});

test.each(Object.keys(conflictCodes))('the conflict %s has a sentence', (reason) => {
  expect(said({ code: 'state_conflict', reason, facts, currentStatus: 'retrying' })).toMatch(
    sentence,
  );
});

test.each([...faultCodes, ...fileIssueCodes])('the fault %s has a sentence', (code) => {
  const [message = ''] = saidOf([{ param: 'x', code, message: detail, facts }]);
  expect(message).toMatch(sentence);
});

test.each(rowIssueCodes)('the issue %s of a row has a sentence', (code) => {
  const issue = JSON.parse(JSON.stringify({ column: 'email', code, facts }));
  expect(rowIssueOf(issue)).toMatch(sentence);
});

test.each([
  ['invalid_format', 'form'],
  ['unknown', 'what'],
  ['required', 'because'],
  ['invalid_type', 'expected'],
  ['invalid_characters', 'characters'],
  ['too_big', 'of'],
  ['too_big', 'unit'],
] as const)('%s has a sentence with each %s', (code, name) => {
  for (const value of PublishedFacts.shape[name].unwrap().options) {
    const { id: _id, ...others } = { ...facts, pattern: '\\d', [name]: value };
    const known = code === 'required' ? { ...others, id: 'rn-license' } : others;
    const [message] = saidOf([{ param: 'x', code, message: detail, facts: known }]);
    expect(message, value).toMatch(sentence);
  }
});

test.each(['roleId', 'in_progress-x', 'full_access', 'lab/v1/site\\d', 'cardId-\\d{4}'])(
  'what somebody has typed stays as it is: %s',
  (typed) => {
    const notFound = { code: 'resource_not_found', status: 404 };
    expect(said({ ...notFound, facts: { what: 'webhook_delivery', id: typed } })).toBe(
      `No delivery has the ID ${typed}.`,
    );
    const pattern = { form: 'pattern', pattern: typed };
    expect(saidOf([{ param: 'formData.x', code: 'invalid_format', facts: pattern }])).toEqual([
      `This does not match the pattern ${typed}.`,
    ]);
    const roles = { reason: 'roles_order_package', facts: { names: [typed], hasMore: false } };
    expect(said({ code: 'state_conflict', ...roles })).toBe(
      `It is the package of ${typed}. Give that role another one first.`,
    );
    expect(
      said({
        code: 'validation_failed',
        errors: [{ param: `metadata.${typed}`, code: 'too_big', facts }],
      }),
    ).toMatch(`Metadata ${typed}: `);
  },
);

test('a time is in the zone of the reader', () => {
  expect(said({ code: 'waiting_period_active', eligibleAt: at })).toBe(
    `The waiting period ends at ${formatTime(at)}.`,
  );
});

test('a refused replay says which status it needs, and which it has', () => {
  const known = { facts: { action: 'replay', allowed: ['succeeded', 'failed'] } };
  const refused = { code: 'state_conflict', reason: 'status', ...known, currentStatus: 'retrying' };
  expect(said(refused)).toBe(refusalOf('status', ['succeeded', 'failed'], 'retrying'));
});

test('a refusal names its fields as the form does', () => {
  const errors = [{ param: 'packageId', code: 'required', message: detail }];
  const problem = inOwnWords(documentOf({ code: 'validation_failed', errors }));
  expect(problem.message).toBe('Package: This is required.');
  expect(problem.fields).toEqual([{ param: 'packageId', message: 'This is required.' }]);
});

test('a wrong cell of a roster is said as a wrong field is', () => {
  const cell = { column: 'email', code: 'email_invalid' } as const;
  expect(rowIssueOf({ ...cell, facts: { fault: 'invalid_format', form: 'email' } })).toBe(
    faultOf({ param: 'email', code: 'invalid_format', facts: { form: 'email' } }),
  );
});
