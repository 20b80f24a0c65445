import { expect, test } from 'vitest';
import { draftOf, isNoAmount, readDraft } from '../../src/pages/tenants/price-draft.js';
import { withValueAt } from '../../src/resource/form/body.js';

const pricing = { packages: { essential: 1250 }, checkTypes: { 'ssn-trace': 0 } };

test('a draft reads back as the prices that it was made from', () => {
  expect(draftOf(pricing).packages).toEqual({ essential: '12.50' });
  expect(readDraft(draftOf(pricing))).toEqual(pricing);
});

test('an emptied price is removed, and a price of zero stays', () => {
  const draft = withValueAt(draftOf(pricing), 'packages.essential', ' ');
  expect(readDraft(draft)).toEqual({ packages: {}, checkTypes: { 'ssn-trace': 0 } });
});

test('a new price is added, and the others stay', () => {
  const draft = withValueAt(draftOf(pricing), 'checkTypes.county-criminal', '9.5');
  expect(readDraft(draft)?.checkTypes).toEqual({ 'ssn-trace': 0, 'county-criminal': 950 });
});

test('a text that is not an amount makes no prices', () => {
  const draft = withValueAt(draftOf(pricing), 'checkTypes.ssn-trace', '3,00');
  expect(readDraft(draft)).toBeUndefined();
});

test.each([
  ['', false],
  ['  ', false],
  ['12', false],
  ['12.5', false],
  ['-1', true],
  ['1.234', true],
])('%j is not an amount: %j', (text, expected) => {
  expect(isNoAmount(text)).toBe(expected);
});
