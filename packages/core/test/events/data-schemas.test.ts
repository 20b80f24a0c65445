import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createReceiver } from '../../src/index.js';
import { recordedEvent } from '../support/sample-event.js';

const license = z.object({ licenseNumber: z.string().regex(/^RN/), holder: z.string() });

function receiverFor(seen: unknown[]) {
  return createReceiver({
    secret: 's',
    formData: { 'rn-license': license },
    metadata: z.object({ orderId: z.coerce.bigint() }),
    handlers: { '*': (event) => void seen.push(event) },
  });
}

it('a handler gets what the schemas made of the record; everything else is as it was sent', async () => {
  const seen: unknown[] = [];
  const event = { ...recordedEvent(), related: { kept: true } };
  expect(await receiverFor(seen).dispatch(event)).toEqual({ kind: 'processed' });
  expect(seen).toEqual([{ ...event, data: { ...event.data, metadata: { orderId: 7n } } }]);
});

it('data that does not fit is data_invalid, with paths from the root of the event, and reaches no handler', async () => {
  const seen: unknown[] = [];
  const event = recordedEvent('evt_1', { formData: { licenseNumber: 'X1' }, metadata: {} });
  const outcome = await receiverFor(seen).dispatch(event);
  expect(outcome).toMatchObject({ kind: 'rejected', rejection: { code: 'data_invalid' } });
  expect(outcome.kind === 'rejected' && outcome.rejection.issues?.map(({ path }) => path)).toEqual([
    ['data', 'formData', 'licenseNumber'],
    ['data', 'formData', 'holder'],
    ['data', 'metadata', 'orderId'],
  ]);
  expect(seen).toEqual([]);
});

it('a record of a configuration without a schema passes', async () => {
  const seen: unknown[] = [];
  const event = recordedEvent('evt_1', { documentConfigSlug: 'constructor', formData: { any: 1 } });
  expect(await receiverFor(seen).dispatch(event)).toEqual({ kind: 'processed' });
});

it('events that carry no record are not validated', async () => {
  const event = { ...recordedEvent(), type: 'report.completed', data: { metadata: 'free' } };
  expect(await receiverFor([]).dispatch(event)).toEqual({ kind: 'processed' });
});

describe('a value that is not a Standard Schema throws at construction', () => {
  const handlers = { '*': () => {} };
  it.each([
    ['formData', { formData: { rn: {} } }, /formData\['rn'\]: expected a Standard Schema/],
    ['metadata', { metadata: () => true }, /metadata: expected a Standard Schema/],
  ])('%s', (_name, option, message) => {
    // @ts-expect-error what a JavaScript caller could do
    expect(() => createReceiver({ secret: 's', handlers, ...option })).toThrow(message);
  });
});
