import { PermanentError, RetryLater } from '@screening-webhooks/core';
import { fixture } from '../fixture.js';
import { recordingHandler } from '../recording-handler.js';
import { type AdapterHarness, mustAnswer, withReceiver } from './adapter-harness.js';
import { type ContractCase, mustEqual, mustHold } from './contract.js';

const recorded = fixture('document_verification.recorded', { id: 'evt_handled' });
const body = JSON.stringify(recorded);

/** Which handler runs, its arguments, and the answer to its result. */
export function handlerCases(harness: AdapterHarness): readonly ContractCase[] {
  return [
    {
      name: 'passes the whole event to the handler of its type, unknown keys included',
      catches: [],
      run: () => {
        const own = recordingHandler();
        const other = recordingHandler();
        const handlers = { 'document_verification.recorded': own, '*': other };
        return withReceiver(harness, { handlers }, async ({ send }) => {
          const sent = { ...recorded, related: { integration: { id: 'int_1' } } };
          await mustAnswer(await send({ body: JSON.stringify(sent) }), 200, {
            outcome: 'processed',
          });
          mustEqual('events', own.events, [sent]);
          mustEqual('runs of *', other.events.length, 0);
        });
      },
    },
    {
      name: "passes every other type to '*'",
      catches: [],
      run: () => {
        const handler = recordingHandler();
        return withReceiver(harness, { handlers: { '*': handler } }, async ({ send }) => {
          const sent = { ...recorded, type: 'invented.later' };
          await mustAnswer(await send({ body: JSON.stringify(sent) }), 200, {
            outcome: 'processed',
          });
          mustEqual('events', handler.events, [sent]);
        });
      },
    },
    {
      name: 'ignores a type without a handler',
      catches: ['unknown-type-is-an-error'],
      run: () =>
        withReceiver(harness, { handlers: { 'report.completed': () => {} } }, async ({ send }) => {
          await mustAnswer(await send({ body }), 200, { outcome: 'ignored' });
        }),
    },
    ...['constructor', '__proto__', 'toString'].map(
      (type): ContractCase => ({
        name: `ignores the type ${type}`,
        catches: ['prototype-dispatch', 'unknown-type-is-an-error'],
        run: () =>
          withReceiver(
            harness,
            { handlers: { 'report.completed': () => {} } },
            async ({ send }) => {
              const response = await send({ body: JSON.stringify({ ...recorded, type }) });
              await mustAnswer(response, 200, { outcome: 'ignored' });
            },
          ),
      }),
    ),
    {
      name: 'answers 500 when a handler throws, and does not reveal the error',
      catches: ['errors-as-200', 'leaks-errors', 'ack-before-commit'],
      run: () => {
        const handler = (): never => {
          throw new Error('the password is hunter2');
        };
        return withReceiver(harness, { handlers: { '*': handler } }, async ({ send }) => {
          await mustAnswer(await send({ body }), 500, { outcome: 'failed' });
        });
      },
    },
    {
      name: 'runs an event again after its handler has thrown',
      catches: ['errors-as-200', 'done-before-the-handler', 'ack-before-commit', 'leaks-errors'],
      run: () => {
        const handler = recordingHandler((_event, run) => {
          if (run === 1) throw new Error('the first run');
        });
        return withReceiver(harness, { handlers: { '*': handler } }, async ({ send }) => {
          await mustAnswer(await send({ body }), 500, { outcome: 'failed' });
          await mustAnswer(await send({ body }), 200, { outcome: 'processed' });
          mustEqual('runs', handler.events.length, 2);
        });
      },
    },
    {
      name: 'answers 200 to a PermanentError, and never runs the event again',
      catches: ['no-dedupe', 'ack-before-commit'],
      run: () => {
        const handler = recordingHandler(() => {
          throw new PermanentError('the candidate does not exist');
        });
        return withReceiver(harness, { handlers: { '*': handler } }, async ({ send }) => {
          await mustAnswer(await send({ body }), 200, { outcome: 'discarded' });
          await mustAnswer(await send({ body }), 200, { outcome: 'duplicate' });
          mustEqual('runs', handler.events.length, 1);
        });
      },
    },
    {
      name: 'answers RetryLater with 503 and Retry-After',
      catches: ['errors-as-200', 'ack-before-commit'],
      run: () => {
        const handler = (): never => {
          throw new RetryLater({ after: 42 });
        };
        return withReceiver(harness, { handlers: { '*': handler } }, async ({ send }) => {
          const response = await send({ body });
          mustEqual('retry-after', response.headers.get('retry-after'), '42');
          await mustAnswer(response, 503, { outcome: 'failed' });
        });
      },
    },
    {
      name: 'answers 202 when an inbox has stored the event, and runs no handler',
      catches: [],
      run: () => {
        const handler = recordingHandler();
        const inbox = { store: () => 'stored' as const };
        return withReceiver(harness, { inbox, handlers: { '*': handler } }, async ({ send }) => {
          await mustAnswer(await send({ body }), 202, { outcome: 'accepted' });
          mustEqual('runs', handler.events.length, 0);
        });
      },
    },
    {
      name: 'answers 503 when the secret cannot be resolved',
      catches: [],
      run: () => {
        const secret = (): never => {
          throw new Error('the vault is sealed');
        };
        return withReceiver(harness, { secret, handlers: { '*': () => {} } }, async ({ send }) => {
          await mustAnswer(await send({ body }), 503, { outcome: 'unavailable' });
        });
      },
    },
    {
      name: 'ignores an observer that throws',
      catches: [],
      run: () => {
        const observe = (): never => {
          throw new Error('observer');
        };
        return withReceiver(harness, { observe, handlers: { '*': () => {} } }, async ({ send }) => {
          const response = await send({ body });
          mustHold('a 2xx', response.ok, response.status);
        });
      },
    },
  ];
}
