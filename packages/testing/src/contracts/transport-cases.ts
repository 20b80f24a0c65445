import { fixture } from '../fixture.js';
import { recordingHandler } from '../recording-handler.js';
import {
  type AdapterHarness,
  mustAnswer,
  NOW_SECONDS,
  signed,
  sleep,
  until,
  withReceiver,
} from './adapter-harness.js';
import { type ContractCase, mustEqual, mustHold } from './contract.js';

const body = JSON.stringify(fixture('document_verification.recorded', { id: 'evt_transported' }));
const bytes = new TextEncoder().encode(body);
const LIMIT = 65_536;

/** Bodies that are large, slow or broken off, and senders that go away. */
export function transportCases(harness: AdapterHarness): readonly ContractCase[] {
  return [
    {
      name: 'accepts a body that comes in pieces',
      catches: [],
      run: () => {
        const handler = recordingHandler();
        return withReceiver(harness, { handlers: { '*': handler } }, async ({ send }) => {
          const pieces = [bytes.slice(0, 10), bytes.slice(10, 200), bytes.slice(200)];
          const stream = new ReadableStream<Uint8Array>({
            async pull(controller) {
              const piece = pieces.shift();
              if (piece) controller.enqueue(piece);
              else controller.close();
              await sleep(5);
            },
          });
          const response = await send({ body: stream, headers: await signed(body) });
          await mustAnswer(response, 200, { outcome: 'processed' });
        });
      },
    },
    {
      name: 'accepts a body of exactly the limit, and refuses one byte more',
      catches: ['no-limit'],
      run: () => {
        const options = { maxBodyBytes: LIMIT, handlers: { '*': () => {} } };
        return withReceiver(harness, options, async ({ send }) => {
          const fitting = await send({ body: sized(LIMIT) });
          await mustAnswer(fitting, 200, { outcome: 'processed' });
          const tooLarge = await send({ body: sized(LIMIT + 1) });
          await mustAnswer(tooLarge, 413, { outcome: 'rejected', code: 'body_too_large' });
        });
      },
    },
    {
      name: 'refuses a body without a length while counting it, not after storing it',
      catches: ['limit-after-buffering', 'no-limit'],
      run: () => {
        const options = { maxBodyBytes: LIMIT, handlers: { '*': () => {} } };
        return withReceiver(harness, options, async ({ send, inProcess }) => {
          let left = 40;
          const stream = new ReadableStream<Uint8Array>({
            pull(controller) {
              left -= 1;
              if (left >= 0) controller.enqueue(new Uint8Array(LIMIT / 2).fill(0x20));
              else controller.close();
            },
          });
          const response = await send({ body: stream, headers: await signed('') });
          await mustAnswer(response, 413, { outcome: 'rejected', code: 'body_too_large' });
          // Over a socket, buffers on the way take what was sent before the answer came.
          if (inProcess) mustHold('most of it was never asked for', left > 20, left);
        });
      },
    },
    {
      name: 'runs nothing for a sender that goes away while it sends, and takes the next delivery',
      catches: [],
      run: () => {
        const handler = recordingHandler();
        // A receiver looks at its clock when a delivery arrives. A sender that is gone before that was never there.
        let arrived = false;
        const now = (): number => {
          arrived = true;
          return NOW_SECONDS * 1000;
        };
        return withReceiver(harness, { now, handlers: { '*': handler } }, async (bench) => {
          const { send, outcomes } = bench;
          const stream = new ReadableStream<Uint8Array>({
            async start(controller) {
              controller.enqueue(bytes.slice(0, 50));
              await until(() => arrived);
              controller.error(new Error('the sender is gone'));
            },
          });
          await send({ body: stream, headers: await signed(body) }).catch(() => {});
          await until(() => outcomes.length > 0);
          mustEqual('outcomes', outcomes.map(codeOf), ['body_incomplete']);
          await mustAnswer(await send({ body }), 200, { outcome: 'processed' });
          mustEqual('runs', handler.events.length, 1);
        });
      },
    },
    {
      name: 'finishes the handler of a sender that goes away, and answers its retry with duplicate',
      catches: ['aborts-on-disconnect', 'no-dedupe'],
      run: () => {
        const gone = new AbortController();
        const handler = recordingHandler(async (_event, _run, { signal }) => {
          await sleep(200);
          signal.throwIfAborted();
        });
        return withReceiver(harness, { handlers: { '*': handler } }, async ({ send, outcomes }) => {
          const broken = send({ body, signal: gone.signal }).catch(() => {});
          await until(() => handler.events.length === 1);
          gone.abort();
          await broken;
          await until(() => outcomes.length > 0);
          await mustAnswer(await send({ body }), 200, { outcome: 'duplicate' });
          mustEqual('runs', handler.events.length, 1);
        });
      },
    },
  ];
}

/** An event of exactly so many bytes. */
function sized(length: number): string {
  return body.replace('Red Cross', 'x'.repeat(length - body.length + 'Red Cross'.length));
}

function codeOf(outcome: {
  readonly kind: string;
  readonly rejection?: { readonly code: string };
}): string {
  return outcome.rejection?.code ?? outcome.kind;
}
