import type { MessagePort } from 'node:worker_threads';
import type { ServiceConfig } from '../service/config/service-config.js';
import type { ServiceDescription } from '../service/config/service-description.js';
import type { ErrorParts } from './messages.js';

/** What a worker starts with. */
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
