import type { MessagePort } from 'node:worker_threads';
import type { ServiceConfig, ServiceDescription } from '../service/config/service-config.js';

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

/** The other side of a port has ended, or the port was closed: its calls cannot be answered. */
export class PortClosedError extends Error {
  override readonly name = 'PortClosedError';

  constructor() {
    super('the port is closed');
  }
}

/** The fields of an error that cross a port. */
interface ErrorParts {
  readonly name: string;
  readonly message: string;
  /** Such as ECONNREFUSED. */
  readonly code?: string;
}

/** An error that was thrown in another thread. It has the name, message and code of the original. */
export class RemoteError extends Error {
  readonly code: string | undefined;

  constructor({ name, message, code }: ErrorParts) {
    super(message);
    this.name = name;
    this.code = code;
  }
}

/** Reads the parts of anything that was thrown. Never throws: a getter or `toString` of the value may. */
export function errorParts(thrown: unknown): ErrorParts {
  try {
    if (typeof thrown !== 'object' || thrown === null)
      return { name: 'Error', message: String(thrown) };
    const { name, message, code }: { name?: unknown; message?: unknown; code?: unknown } = thrown;
    return {
      name: typeof name === 'string' ? name : 'Error',
      message: typeof message === 'string' ? message : 'a value that is not an Error was thrown',
      ...(typeof code === 'string' && { code }),
    };
  } catch {
    return { name: 'Error', message: 'the thrown value cannot be read' };
  }
}
