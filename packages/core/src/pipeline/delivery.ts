import type { MaybePromise } from '../async/maybe-promise.js';
import type { Ack } from '../outcome/ack.js';
import type { Rejection } from '../outcome/rejection.js';

/** One HTTP attempt to hand over an event, as an adapter describes it. Nothing of the framework is in it. */
export interface Delivery {
  readonly method: string;
  /** A header's value by its lower-case name, repeated headers joined with `", "`; null when it was not sent. */
  header(name: string): string | null;
  /**
   * The exact bytes as received. Called at most once, after method, type and signature header were admitted.
   * Answers `body_too_large` as soon as `limit` bytes are passed, and `body_incomplete` when the sender broke off.
   * Throws `RawBodyUnavailableError` when something else has consumed the body.
   */
  readBody(limit: number): MaybePromise<Uint8Array | Rejection>;
  /** Milliseconds since the epoch. Default: when `receive` was called. Set it where a gateway or queue came in between. */
  readonly receivedAt?: number;
  /** Aborts when the sender goes away. Work that has begun goes on; a body that was still being read is given up. */
  readonly signal?: AbortSignal;
}

/** What an adapter passes along with a delivery. */
export interface ReceiveContext<Framework = unknown> {
  /** What the framework gave the adapter: handed to resolvers and handlers, never looked at. */
  readonly framework?: Framework;
  /** Keeps an edge runtime alive for work that outlives its ack. */
  readonly waitUntil?: (work: Promise<unknown>) => void;
}

/** A context that may be left out, unless resolvers or handlers were written for a framework. */
export type ContextArguments<Framework> = unknown extends Framework
  ? [context?: ReceiveContext<Framework>]
  : [context: ReceiveContext<Framework> & { readonly framework: Framework }];

/** Takes a delivery through the pipeline and resolves with the answer to send. */
export type Receive<Framework = unknown> = (
  delivery: Delivery,
  ...context: ContextArguments<Framework>
) => Promise<Ack>;
