import { describe, expect, it } from 'vitest';
import type { ReceiverOptions } from '../../src/index.js';
import { recordedEvent } from '../support/sample-event.js';
import { signedDelivery } from '../support/signed-delivery.js';
import { testReceiver } from '../support/test-receiver.js';

const newer = { id: 'evt_new', type: 'assessment.completed', created: 'now', data: { score: 7 } };

/** Options as untyped code gives them. */
const untyped = (handlers: object, unknownTypes: object) =>
  ({ handlers, unknownTypes }) as Partial<ReceiverOptions>;

describe('unknownTypes', () => {
  it('has the handler of a type that this version does not know, before that of every type', async () => {
    const ran: unknown[] = [];
    const receiver = testReceiver({
      handlers: { '*': ({ id }) => void ran.push(id) },
      unknownTypes: { 'assessment.completed': ({ data }) => void ran.push(data) },
    });
    expect(await receiver.receive(await signedDelivery(newer))).toMatchObject({ status: 200 });
    expect(await receiver.dispatch(newer)).toEqual({ kind: 'processed' });
    expect(await receiver.dispatch({ ...newer, type: 'assessment.failed' })).toEqual({
      kind: 'processed',
    });
    expect(ran).toEqual([newer.data, newer.data, newer.id]);
  });

  it('is enough without any other handler', async () => {
    const receiver = testReceiver({
      handlers: {},
      unknownTypes: { 'assessment.completed': () => {} },
    });
    expect(await receiver.dispatch(newer)).toEqual({ kind: 'processed' });
    expect(await receiver.dispatch(recordedEvent())).toEqual({ kind: 'ignored' });
  });

  it('still runs the handler of a type that a later version knows', async () => {
    const types: unknown[] = [];
    const handler = ({ type }: { type: string }) => void types.push(type);
    const receiver = testReceiver(untyped({}, { 'document_verification.recorded': handler }));
    expect(await receiver.dispatch(recordedEvent())).toEqual({ kind: 'processed' });
    expect(types).toEqual(['document_verification.recorded']);
  });

  it.each<[string, object, object, string]>([
    [
      'a misspelt type',
      {},
      { 'document_verification.recordedd': () => {} },
      "unknownTypes['document_verification.recordedd']: did you mean handlers['document_verification.recorded']?",
    ],
    [
      'a type that has a handler',
      { 'report.completed': () => {} },
      { 'report.completed': () => {} },
      "unknownTypes['report.completed']: give it in handlers, and only there.",
    ],
    [
      'every type',
      {},
      { '*': () => {} },
      "unknownTypes['*']: give it in handlers, and only there.",
    ],
    [
      'something else than a function',
      {},
      { 'assessment.completed': 'log' },
      "unknownTypes['assessment.completed']: expected a function (event, context) => { … }.",
    ],
  ])('throws for %s', (_name, handlers, unknownTypes, message) => {
    expect(() => testReceiver(untyped(handlers, unknownTypes))).toThrow(new TypeError(message));
  });
});

describe('handlers', () => {
  it.each([
    ['report.complete', "Did you mean 'report.completed'?"],
    [
      'assessment.completed',
      "It knows document_verification.completed, document_verification.failed, document_verification.recorded, report.completed, candidate.completed. If the service sends it, move the handler to unknownTypes; '*' handles every other type.",
    ],
  ])('throws for %s, with what to do', (type, hint) => {
    expect(() => testReceiver(untyped({ [type]: () => {} }, {}))).toThrow(
      new TypeError(`handlers['${type}']: this version has no such event type. ${hint}`),
    );
  });
});
