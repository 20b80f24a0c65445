import { describe, expect, test } from 'vitest';
import { operationTable } from '../../src/api/generated/operations.js';
import type { ChangeId, OperationRow } from '../../src/api/operations.js';
import { formatTime } from '../../src/clock/local-time.js';
import { refusalFor, refusalWith } from '../../src/resource/refusal.js';

const rows: Readonly<Record<string, OperationRow>> = operationTable;
const guarded = Object.entries(rows).filter(([, row]) => row.allowedWhen);
const forPrograms = /null|true|false|undefined|_| {2}|\bor or\b/;

describe.each(guarded)('%s', (id, { allowedWhen = {} }) => {
  const allowed = Object.fromEntries(
    Object.entries(allowedWhen).map(([property, [first]]) => [property, first]),
  );

  test('is allowed in the states that the API publishes', () => {
    expect(refusalFor(id as ChangeId, allowed)).toBeUndefined();
  });

  test.each(Object.keys(allowedWhen))('says in words why another %s forbids it', (property) => {
    const other = typeof allowed[property] === 'boolean' ? !allowed[property] : 'canceled_already';
    const said = refusalFor(id as ChangeId, { ...allowed, [property]: other });
    expect(said).toMatch(/^[A-Z].*\.$/);
    expect(said).not.toMatch(forPrograms);
  });
});

test('a state that may be none is said without a gap', () => {
  const report = { status: 'complete', adjudication: 'post_adverse_action' };
  expect(refusalFor('adjudicateReport', report)).toBe(
    'Only possible while its adjudication is none or “pre adverse action”. It is “post adverse action” now.',
  );
});

test('the final notice waits for the end of the waiting period, and a decision for its states', () => {
  const finalNoticeEligibleAt = '2026-12-04T02:47:04.489Z';
  const action = { phase: 'pre-notice', finalNoticeEligibleAt };
  const end = Date.parse(finalNoticeEligibleAt);
  expect(refusalFor('sendFinalNotice', action, end - 1)).toContain(
    formatTime(finalNoticeEligibleAt),
  );
  expect(refusalFor('sendFinalNotice', action, end)).toBeUndefined();
  const report = { status: 'complete', result: 'consider', adjudication: 'pre_adverse_action' };
  expect(refusalWith('adjudicateReport', report, 'decision', 'engage')).toBeUndefined();
  expect(refusalWith('adjudicateReport', report, 'decision', 'adverse_action')).toBe(
    'Only possible while its adjudication is none. It is “pre adverse action” now.',
  );
});
