import { PermanentError, RetryLater } from '@screening-webhooks/core';
import { fixture } from '../fixture.js';
import { recordingHandler } from '../recording-handler.js';
import { type AdapterHarness, mustAnswer, servingWith } from './adapter-harness.js';
import { type ContractCase, mustEqual, mustHold } from './contract.js';

const recorded = fixture('document_verification.recorded', { id: 'evt_handled' });
const body = JSON.stringify(recorded);
const unhandled = { handlers: { 'report.completed': () => {} } };

/** Throws this error, as a handler, resolver or observer. */
const throwing = (error: Error) => (): never => {
  throw error;
};

/** Which handler runs, its arguments, and the answer to its result. */
export function handlerCases(harness: AdapterHarness): readonly ContractCase[] {
  const serving = servingWith(harness);
  return [
    {
      name: 'passes the whole event to the handler of its type, unknown keys included',
      catches: [],
      run: () => {
        const own = recordingHandler();
        const other = recordingHandler();
        const handlers = { 'document_verification.recorded': own, '*': other };
        const run = serving({ handlers }, async ({ send }) => {
          const sent = { ...recorded, related: { integration: { id: 'int_1' } } };
          const response = await send({ body: JSON.stringify(sent) });
          await mustAnswer(response, 200, { outcome: 'processed' });
          mustEqual('events', own.events, [sent]);
          mustEqual('runs of *', other.events.length, 0);
        });
        return run();
      },
    },
    {
      name: "passes every other type to '*'",
      catches: [],
      run: serving({}, async ({ send, handler }) => {
        const sent = { ...recorded, type: 'invented.later' };
        const response = await send({ body: JSON.stringify(sent) });
        await mustAnswer(response, 200, { outcome: 'processed' });
        mustEqual('events', handler.events, [sent]);
      }),
    },
    {
      name: 'ignores a type without a handler',
      catches: ['unknown-type-is-an-error'],
      run: serving(unhandled, async ({ send }) => {
        await mustAnswer(await send({ body }), 200, { outcome: 'ignored' });
      }),
    },
    ...['constructor', '__proto__', 'toString'].map((type) => ({
      name: `ignores the type ${type}`,
      catches: ['prototype-dispatch', 'unknown-type-is-an-error'],
      run: serving(unhandled, async ({ send }) => {
        const response = await send({ body: JSON.stringify({ ...recorded, type }) });
        await mustAnswer(response, 200, { outcome: 'ignored' });
      }),
    })),
    {
      name: 'answers 500 when a handler throws, and does not reveal the error',
      catches: ['errors-as-200', 'leaks-errors', 'ack-before-commit'],
      run: serving({}, async ({ send, handle }) => {
        handle(throwing(new Error('the password is hunter2')));
        await mustAnswer(await send({ body }), 500, { outcome: 'failed' });
      }),
    },
    {
      name: 'runs an event again after its handler has thrown',
      catches: ['errors-as-200', 'done-before-the-handler', 'ack-before-commit', 'leaks-errors'],
      run: serving({}, async ({ send, handler, handle }) => {
        handle((_event, run) => {
          if (run === 1) throw new Error('the first run');
        });
        await mustAnswer(await send({ body }), 500, { outcome: 'failed' });
        await mustAnswer(await send({ body }), 200, { outcome: 'processed' });
        mustEqual('runs', handler.events.length, 2);
      }),
    },
    {
      name: 'answers 200 to a PermanentError, and never runs the event again',
      catches: ['no-dedupe', 'ack-before-commit'],
      run: serving({}, async ({ send, handler, handle }) => {
        handle(throwing(new PermanentError('the candidate does not exist')));
        await mustAnswer(await send({ body }), 200, { outcome: 'discarded' });
        await mustAnswer(await send({ body }), 200, { outcome: 'duplicate' });
        mustEqual('runs', handler.events.length, 1);
      }),
    },
    {
      name: 'answers RetryLater with 503 and Retry-After',
      catches: ['errors-as-200', 'ack-before-commit'],
      run: serving({}, async ({ send, handle }) => {
        handle(throwing(new RetryLater({ after: 42 })));
        const response = await send({ body });
        mustEqual('retry-after', response.headers.get('retry-after'), '42');
        await mustAnswer(response, 503, { outcome: 'failed' });
      }),
    },
    {
      name: 'answers 202 when an inbox has stored the event, and runs no handler',
      catches: [],
      run: serving({ inbox: { store: () => 'stored' } }, async ({ send, handler }) => {
        await mustAnswer(await send({ body }), 202, { outcome: 'accepted' });
        mustEqual('runs', handler.events.length, 0);
      }),
    },
    {
      name: 'answers 503 when the secret cannot be resolved',
      catches: [],
      run: serving({ secret: throwing(new Error('the vault is sealed')) }, async ({ send }) => {
        await mustAnswer(await send({ body }), 503, { outcome: 'unavailable' });
      }),
    },
    {
      name: 'ignores an observer that throws',
      catches: [],
      run: serving({ observe: throwing(new Error('observer')) }, async ({ send }) => {
        const response = await send({ body });
        mustHold('a 2xx', response.ok, response.status);
      }),
    },
  ];
}
