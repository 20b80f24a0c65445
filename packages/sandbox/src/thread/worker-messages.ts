import type { MessagePort } from 'node:worker_threads';
import type { ServiceConfig } from '../config.js';
import type { ErrorParts } from './messages.js';

/** What a worker starts with. */
export interface WorkerInput {
  readonly config: ServiceConfig;
  /** Requests to the service. */
  readonly calls: MessagePort;
  /** Deliveries to the starting thread, if it takes them. */
  readonly deliveries: MessagePort | undefined;
}

/** Where a service is and how to use it. */
export interface SandboxDescription {
  readonly url: string;
  readonly keys: { readonly full: string; readonly candidate: string };
  /** The demo integration. */
  readonly integrationId: string;
  readonly endpoints: readonly SandboxEndpoint[];
  readonly controlToken: string;
}

/** A webhook endpoint of a new sandbox. */
export interface SandboxEndpoint {
  readonly id: string;
  readonly url: string;
  readonly integrationId: string;
  /** Signs its deliveries. */
  readonly secret: string;
}

/** The first and only message of a worker. */
export type WorkerStart =
  | { readonly kind: 'ready'; readonly description: SandboxDescription }
  | { readonly kind: 'failed'; readonly error: ErrorParts };
