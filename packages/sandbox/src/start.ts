import type { ServiceConfig } from './config.js';

/** What a service prints at its start: where it is and how to use it. */
export interface ServiceDescription {
  readonly url: string;
  readonly keys: { readonly full: string; readonly candidate: string };
  readonly endpoints: readonly {
    readonly id: string;
    readonly url: string;
    readonly integrationId: string;
    readonly secret: string;
  }[];
  /** Authorizes `/_sandbox` requests as a bearer token. */
  readonly controlToken: string;
}

/** A running service. */
export interface Service {
  readonly description: ServiceDescription;
  /** Answers a request as the listener does, without a socket. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** What the caller of {@link startService} supplies. */
export interface ServiceDependencies {
  /** Receives the deliveries for `forwardTo` in place of a socket. */
  readonly deliverTo?: (request: Request) => Promise<Response>;
}

/** Starts the service: database, engine, API, listener. */
export async function startService(
  _config: ServiceConfig,
  _dependencies: ServiceDependencies = {},
): Promise<Service> {
  throw new Error('not yet');
}
