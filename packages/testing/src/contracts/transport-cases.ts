import { fixture } from '../fixture.js';
import {
  type AdapterHarness,
  mustAnswer,
  NOW_SECONDS,
  servingWith,
  signed,
} from './adapter-harness.js';
import { type ContractCase, mustEqual, mustHold } from './contract.js';
import { createGate } from './gate.js';
import { sleep, waitUntil } from './wait-until.js';

const body = JSON.stringify(fixture('document_verification.recorded', { id: 'evt_transported' }));
const bytes = new TextEncoder().encode(body);
const LIMIT = 65_536;
const tooLarge = { outcome: 'rejected', code: 'body_too_large' };

/** Large, chunked and incomplete bodies, and senders that disconnect. */
export function transportCases(harness: AdapterHarness): readonly ContractCase[] {
  const serving = servingWith(harness);
  return [
    {
      name: 'accepts a body in several pieces',
      catches: [],
      run: serving({}, async ({ send }) => {
        const pieces = [bytes.slice(0, 10), bytes.slice(10, 200), bytes.slice(200)];
        const stream = new ReadableStream<Uint8Array>({
          async pull(controller) {
            const piece = pieces.shift();
            if (piece) controller.enqueue(piece);
            else controller.close();
            // A turn of the event loop, so that the pieces are not sent as one.
            await sleep(0);
          },
        });
        const response = await send({ body: stream, headers: await signed(body) });
        await mustAnswer(response, 200, { outcome: 'processed' });
      }),
    },
    {
      name: 'accepts a body of exactly the limit, and refuses one byte more',
      catches: ['no-limit'],
      run: serving({ maxBodyBytes: LIMIT }, async ({ send }) => {
        const fitting = await send({ body: eventOfLength(LIMIT) });
        await mustAnswer(fitting, 200, { outcome: 'processed' });
        await mustAnswer(await send({ body: eventOfLength(LIMIT + 1) }), 413, tooLarge);
      }),
    },
    {
      name: 'refuses a body without a length while counting its bytes, not after buffering it',
      catches: ['limit-after-buffering', 'no-limit'],
      run: serving({ maxBodyBytes: LIMIT }, async ({ send, inProcess }) => {
        let left = 40;
        const stream = new ReadableStream<Uint8Array>({
          pull(controller) {
            left -= 1;
            if (left >= 0) controller.enqueue(new Uint8Array(LIMIT / 2).fill(0x20));
            else controller.close();
          },
        });
        const response = await send({ body: stream, headers: await signed('') });
        await mustAnswer(response, 413, tooLarge);
        // Over a socket, buffers take what was sent before the answer.
        if (inProcess) mustHold('most of the body is never read', left > 20, left);
      }),
    },
    {
      name: 'runs no handler when the sender disconnects while it sends, and accepts the next delivery',
      catches: [],
      run: () => {
        // A receiver reads its clock when a delivery arrives. A sender that disconnects earlier is never seen.
        const arrival = createGate();
        const now = (): number => {
          arrival.open();
          return NOW_SECONDS * 1000;
        };
        const run = serving({ now }, async ({ send, handler, outcomes }) => {
          const stream = new ReadableStream<Uint8Array>({
            async start(controller) {
              controller.enqueue(bytes.slice(0, 50));
              await arrival.passed;
              controller.error(new Error('the sender has disconnected'));
            },
          });
          await send({ body: stream, headers: await signed(body) }).catch(() => {});
          await waitUntil('an outcome', () => outcomes.length > 0);
          mustEqual('outcomes', outcomes.map(codeOf), ['body_incomplete']);
          await mustAnswer(await send({ body }), 200, { outcome: 'processed' });
          mustEqual('runs', handler.events.length, 1);
        });
        return run();
      },
    },
    {
      name: 'finishes the handler when the sender disconnects, and answers its retry with duplicate',
      catches: ['aborts-on-disconnect', 'no-dedupe'],
      run: serving({}, async ({ send, handler, handle, outcomes }) => {
        const disconnect = new AbortController();
        const gate = createGate();
        handle(async ({ id }, _run, { signal }) => {
          if (id !== 'evt_transported') return;
          await gate.passed;
          signal.throwIfAborted();
        });
        const interrupted = send({ body, signal: disconnect.signal }).catch(() => {});
        try {
          await waitUntil('a run', () => handler.events.length === 1);
          disconnect.abort();
          // By the answer to a later delivery, the receiver has seen the disconnect.
          const other = JSON.stringify(fixture('document_verification.failed'));
          await mustAnswer(await send({ body: other }), 200, { outcome: 'processed' });
        } finally {
          gate.open();
        }
        await interrupted;
        await waitUntil('both outcomes', () => outcomes.length === 2);
        await mustAnswer(await send({ body }), 200, { outcome: 'duplicate' });
        mustEqual('runs', handler.runsOf('evt_transported'), 1);
      }),
    },
  ];
}

/** The text of an event with this many bytes. */
function eventOfLength(length: number): string {
  return body.replace('Red Cross', 'x'.repeat(length - body.length + 'Red Cross'.length));
}

function codeOf(outcome: {
  readonly kind: string;
  readonly rejection?: { readonly code: string };
}): string {
  return outcome.rejection?.code ?? outcome.kind;
}
