import type { MaybePromise } from '../async/maybe-promise.js';
import type { Ack } from '../outcome/ack.js';
import type { Rejection } from '../outcome/rejection.js';

/** One HTTP attempt to hand over an event, described by an adapter without reference to its framework. */
export interface Delivery {
  readonly method: string;
  /** A header's value by its lower-case name, repeated headers joined with `", "`; null when it was not sent. */
  header(name: string): string | null;
  /**
   * The exact bytes as received. Called at most once, after method, type and signature header were admitted.
   * `body_too_large` when there are more than `limit` bytes, `body_incomplete` when the sender breaks off.
   * Throws `RawBodyUnavailableError` when something else has consumed the body.
   */
  readBody(limit: number): MaybePromise<Uint8Array | Rejection>;
  /** Milliseconds since the epoch. Default: when `receive` was called. Set it when a gateway or queue came in between. */
  readonly receivedAt?: number | undefined;
  /**
   * Milliseconds in which the platform needs the answer, before it ends the process: the ack deadline comes no later.
   * Default: the option `ackTimeout` alone decides.
   */
  readonly ackTimeout?: number | undefined;
  /** Aborts when the sender goes away. A body that is still being read is given up; later work continues. */
  readonly signal?: AbortSignal | undefined;
}

/** The surroundings of a delivery, from its adapter. */
export interface ReceiveContext<Framework = unknown> {
  /** Passed to resolvers and handlers as it is: Express `{ req, res }`, Fastify `{ request, reply }`, Hono `c`, Koa `ctx`. */
  readonly framework?: Framework | undefined;
  /** Keeps an edge runtime alive for work that outlives its ack. */
  readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** The context argument, required when resolvers or handlers were written for a framework. */
export type ContextArguments<Framework> =
  | [context: ReceiveContext<Framework> & { readonly framework: Framework }]
  | (unknown extends Framework ? [context?: ReceiveContext<Framework> | undefined] : never);

/** Takes a delivery through the pipeline and resolves with the answer to send. */
export type Receive<Framework = unknown> = (
  delivery: Delivery,
  ...context: ContextArguments<Framework>
) => Promise<Ack>;
