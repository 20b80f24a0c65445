import type { MessagePort } from 'node:worker_threads';
import type { ServiceConfig } from '../service/config/service-config.js';
import type { ServiceDescription } from '../service/config/service-description.js';
import type { ErrorParts } from './errors.js';

/** The messages that `fetchOver` posts. */
export type CallerMessage =
  | {
      readonly kind: 'request';
      readonly id: number;
      readonly method: string;
      readonly url: string;
      readonly headers: [string, string][];
      readonly body: Uint8Array<ArrayBuffer> | null;
    }
  /** Asks for one more part of the response body. */
  | { readonly kind: 'pull'; readonly id: number }
  /** Ends the call, at any time. */
  | { readonly kind: 'abort'; readonly id: number; readonly reason: ErrorParts };

/** The messages that `serveFetch` posts. */
export type HandlerMessage =
  | {
      readonly kind: 'head';
      readonly id: number;
      readonly status: number;
      readonly statusText: string;
      readonly headers: [string, string][];
      readonly hasBody: boolean;
    }
  /** The first part of a body is posted unasked, each other part for one `pull`. */
  | { readonly kind: 'part'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end'; readonly id: number }
  /** Instead of the head, or while the body is read. */
  | { readonly kind: 'error'; readonly id: number; readonly error: ErrorParts };

/** The data that a worker starts with. */
export interface WorkerInput {
  readonly config: ServiceConfig;
  /** Requests to the service. */
  readonly calls: MessagePort;
  /** Deliveries to the starting thread, if it takes them. */
  readonly deliveries: MessagePort | undefined;
}

/** The first and only message of a worker. */
export type WorkerStart =
  | { readonly kind: 'ready'; readonly description: ServiceDescription }
  | { readonly kind: 'failed'; readonly error: ErrorParts };
