import {
  type MaybePromise,
  type Outcome,
  type ReceiverOptions,
  signBody,
} from '@screening-webhooks/core';
import type { Bytes } from '../bytes.js';
import { type RecordingHandler, recordingHandler } from '../recording-handler.js';
import { type ContractCase, mustEqual } from './contract.js';

/** How the contract reaches an adapter. */
export interface AdapterHarness {
  /** Serves a receiver with these options, as the users of the adapter do. */
  readonly start: (options: ReceiverOptions) => MaybePromise<ServedReceiver>;
}

/** A served receiver. */
export interface ServedReceiver {
  readonly url: string;
  /** Passes a request to the receiver in process, without a socket. Default: the global `fetch`. */
  readonly fetch?: ((request: Request) => MaybePromise<Response>) | undefined;
  /** `drain` of the receiver. */
  readonly drain: () => Promise<void>;
  /** Called at the end of the case. */
  readonly stop?: (() => MaybePromise<void>) | undefined;
}

/** The wall clock of the contract, in milliseconds: not a whole second, as real clocks seldom are. */
const NOW = 1_790_000_000_700;
export const NOW_SECONDS = 1_790_000_000;
export const SECRET = 'whsec_of_the_contract';

/** One delivery of a case. */
export interface Send {
  readonly body: string | Bytes | ReadableStream<Uint8Array>;
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

type HandlerWork = NonNullable<Parameters<typeof recordingHandler>[0]>;

/** The receiver of one case, and how to deliver to it. */
export interface AdapterCaseContext {
  /** Delivers a body. Signs it, unless the headers have a signature or the body is a stream. */
  readonly send: (delivery: Send) => Promise<Response>;
  /** The handler of every type, unless the options have others. It does nothing until `handle` gives it work. */
  readonly handler: RecordingHandler;
  readonly handle: (work: HandlerWork) => void;
  readonly outcomes: readonly Outcome[];
  readonly drain: () => Promise<void>;
  readonly inProcess: boolean;
}

/** Starts a receiver for one case, and stops it afterwards. */
export async function withReceiver<Result>(
  harness: AdapterHarness,
  options: Partial<ReceiverOptions>,
  work: (context: AdapterCaseContext) => Promise<Result>,
): Promise<Result> {
  const outcomes: Outcome[] = [];
  let handle: HandlerWork = () => {};
  const handler = recordingHandler((...run) => handle(...run));
  const served = await harness.start({
    secret: SECRET,
    now: () => NOW,
    handlers: { '*': handler },
    ...options,
    observe: (observation) => {
      outcomes.push(observation.outcome);
      if (options.observe) options.observe(observation);
    },
  });
  const deliver = served.fetch ?? ((request: Request) => fetch(request));
  try {
    return await work({
      handler,
      handle: (given) => {
        handle = given;
      },
      outcomes,
      drain: served.drain,
      inProcess: served.fetch !== undefined,
      send: async ({ body, method = 'POST', headers = {}, signal }) => {
        const streamed = body instanceof ReadableStream;
        const request = new Request(served.url, {
          method,
          headers: {
            'content-type': 'application/json',
            ...(!streamed && !('service-signature' in headers) && (await signed(body))),
            ...headers,
          },
          ...(method !== 'GET' && { body }),
          ...(streamed && { duplex: 'half' }),
          ...(signal && { signal }),
        });
        return deliver(request);
      },
    });
  } finally {
    await served.stop?.();
  }
}

/** Makes the `run` of a case. The options are a function where each run needs a state of its own. */
export function servingWith(
  harness: AdapterHarness,
): (
  options: Partial<ReceiverOptions> | (() => Partial<ReceiverOptions>),
  work: (context: AdapterCaseContext) => Promise<void>,
) => ContractCase['run'] {
  return (options, work) => () =>
    withReceiver(harness, typeof options === 'function' ? options() : options, work);
}

/** The signature header of a body. */
export async function signed(
  body: string | Uint8Array,
  secret: string | readonly string[] = SECRET,
  timestamp: number = NOW_SECONDS,
): Promise<Record<string, string>> {
  return { 'service-signature': await signBody(body, { secret, timestamp }) };
}

/** Fails unless the answer has this status and this JSON body. */
export async function mustAnswer(
  response: Response,
  status: number,
  body: { readonly outcome: string; readonly code?: string },
): Promise<void> {
  mustEqual('answer', [response.status, await response.text()], [status, JSON.stringify(body)]);
  mustEqual('content-type', response.headers.get('content-type'), 'application/json');
}
