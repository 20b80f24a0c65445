import { PermanentError, RetryLater } from '@screening-webhooks/core';
import { fixture } from '../fixture.js';
import { recordingHandler } from '../recording-handler.js';
import { type AdapterHarness, mustAnswer, withReceiver } from './adapter-harness.js';
import { type ContractCase, mustEqual, mustHold } from './contract.js';

const recorded = fixture('document_verification.recorded', { id: 'evt_handled' });
const body = JSON.stringify(recorded);

/** Which handler runs, with what, and what its end means. */
export function handlerCases(harness: AdapterHarness): readonly ContractCase[] {
  return [
    {
      name: 'gives the handler of the type the whole event, unknown keys included',
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
      name: "gives '*' every other type",
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
      name: 'answers a handler that throws with 500, and says nothing of the error',
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
          if (run === 1) throw new Error('the first time');
        });
        return withReceiver(harness, { handlers: { '*': handler } }, async ({ send }) => {
          await mustAnswer(await send({ body }), 500, { outcome: 'failed' });
          await mustAnswer(await send({ body }), 200, { outcome: 'processed' });
          mustEqual('runs', handler.events.length, 2);
        });
      },
    },
    {
      name: 'acks a PermanentError, and never runs the event again',
      catches: ['no-dedupe', 'ack-before-commit'],
      run: () => {
        const handler = recordingHandler(() => {
          throw new PermanentError('there is no such candidate');
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
      name: 'acks 202 what an inbox has stored, and runs nothing',
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
      name: 'answers 503 when the secret cannot be had',
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
      name: 'does not care about an observer that throws',
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
