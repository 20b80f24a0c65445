import { fixture } from '../fixture.js';
import { recordingHandler } from '../recording-handler.js';
import { type AdapterHarness, mustAnswer, sleep, until, withReceiver } from './adapter-harness.js';
import { type ContractCase, mustEqual } from './contract.js';

const body = JSON.stringify(fixture('document_verification.recorded', { id: 'evt_slow' }));

// Short for a deadline, long for everything before the handler, on a machine that is busy.
const ACK_TIMEOUT = 500;

/** What happens when a handler is slower than the ack deadline, and when the receiver is told to stop. */
export function deadlineCases(harness: AdapterHarness): readonly ContractCase[] {
  return [
    {
      name: 'answers 503 at the deadline and goes on: retries find in_progress, then duplicate',
      catches: [
        'success-at-the-deadline',
        'waits-past-the-deadline',
        'no-dedupe',
        'done-before-the-handler',
        'ack-before-commit',
      ],
      run: () => {
        let finish = (): void => {};
        const handler = recordingHandler(() => new Promise<void>((resolve) => (finish = resolve)));
        const options = { ackTimeout: ACK_TIMEOUT, handlers: { '*': handler } };
        return withReceiver(harness, options, async ({ send, outcomes }) => {
          const slow = send({ body });
          // A receiver that waits for the handler would never answer: after a while, let it end.
          const giveUp = setTimeout(() => finish(), 3000);
          await mustAnswer(await slow, 503, { outcome: 'timed_out' });
          clearTimeout(giveUp);
          await mustAnswer(await send({ body }), 409, { outcome: 'in_progress' });
          finish();
          await until(() => outcomes.some(({ kind }) => kind === 'processed'));
          await mustAnswer(await send({ body }), 200, { outcome: 'duplicate' });
          mustEqual('runs', handler.events.length, 1);
        });
      },
    },
    {
      name: 'runs an event again when its handler fails after the deadline',
      catches: [
        'success-at-the-deadline',
        'waits-past-the-deadline',
        'done-before-the-handler',
        'ack-before-commit',
      ],
      run: () => {
        const handler = recordingHandler(async (_event, run) => {
          if (run > 1) return;
          await sleep(2 * ACK_TIMEOUT);
          throw new Error('late');
        });
        const options = { ackTimeout: ACK_TIMEOUT, handlers: { '*': handler } };
        return withReceiver(harness, options, async ({ send, outcomes }) => {
          await mustAnswer(await send({ body }), 503, { outcome: 'timed_out' });
          await until(() => outcomes.some(({ kind }) => kind === 'failed'));
          await mustAnswer(await send({ body }), 200, { outcome: 'processed' });
          mustEqual('runs', handler.events.length, 2);
        });
      },
    },
    {
      name: 'drains: waits for the handler, and answers new deliveries 503',
      catches: ['ignores-drain'],
      run: () => {
        let finished = false;
        const handler = recordingHandler(async () => {
          await sleep(200);
          finished = true;
        });
        return withReceiver(harness, { handlers: { '*': handler } }, async ({ send, drain }) => {
          const running = send({ body });
          await until(() => handler.events.length === 1);
          const drained = drain();
          const other = JSON.stringify(fixture('document_verification.failed'));
          await mustAnswer(await send({ body: other }), 503, { outcome: 'unavailable' });
          await drained;
          mustEqual('the handler has ended', finished, true);
          await mustAnswer(await running, 200, { outcome: 'processed' });
        });
      },
    },
  ];
}
