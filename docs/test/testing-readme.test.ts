import { createReceiver } from '@screening-webhooks/core';
import { fixture, sign } from '@screening-webhooks/testing';
import { expect, test } from 'vitest';
import { blocksOf, loadBlock, sectionOf } from './support/load-block.js';

const page = 'packages/testing/README.md';

// Registers the tests that the README shows.
for (const heading of ['## A handler', '## A route']) {
  await loadBlock(blocksOf(sectionOf(page, heading), 'ts')[0]);
}

test('a fixture is a duplicate in a second test with the same receiver, unless it has another id', async () => {
  const receiver = createReceiver({ secret: 'whsec_test', handlers: { '*': () => {} } });
  const outcomeOf = async (id: { readonly id?: string }) => {
    const signed = await sign(fixture('report.completed', id), { secret: 'whsec_test' });
    return (await receiver.fetch(signed.request())).json();
  };
  expect(await outcomeOf({})).toEqual({ outcome: 'processed' });
  expect(await outcomeOf({})).toEqual({ outcome: 'duplicate' });
  expect(await outcomeOf({ id: 'evt_2' })).toEqual({ outcome: 'processed' });
  expect(await receiver.dispatch(fixture('report.completed'))).toEqual({ kind: 'processed' });
});
