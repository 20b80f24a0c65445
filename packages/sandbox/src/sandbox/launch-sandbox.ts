import { createClient, type ScreeningClient } from '@screening-webhooks/client';
import type { SandboxEndpoint } from '../service-description.js';
import { pause } from '../thread/pause.js';
import { callService } from './call-service.js';
import { type SandboxClock, sandboxClock } from './clock.js';
import { type SandboxDeliveries, sandboxDeliveries } from './deliveries.js';
import { type SandboxOptions, serviceConfig } from './sandbox-options.js';
import { startWorker } from './start-worker.js';
import { type SandboxVerifications, sandboxVerifications } from './verifications.js';

/** A running sandbox. Its calls do not use a socket, a timer or the clock of the test's thread. */
export interface Sandbox {
  /** Of the API, without `/v1`. */
  readonly url: string;
  readonly keys: { readonly full: string; readonly candidate: string };
  /** The demo integration, which `verifications.create` uses by default. */
  readonly integrationId: string;
  /** The webhook endpoints of a new sandbox. */
  readonly endpoints: readonly SandboxEndpoint[];
  /** The signing secrets of the endpoints, in their order. */
  readonly secrets: readonly string[];
  readonly clock: SandboxClock;
  readonly verifications: SandboxVerifications;
  readonly deliveries: SandboxDeliveries;
  /** The toolkit's client, with the full-access key. */
  readonly client: ScreeningClient;
  /** Restores the state and the time of the start. Keys and secrets stay. */
  reset(): Promise<void>;
  /** Ends the service. Calls that are pending reject. May be called more than once. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts the program `file` in a worker thread. */
export async function launchSandbox(options: SandboxOptions, file: string): Promise<Sandbox> {
  const config = serviceConfig(options);
  if (typeof Request !== 'function' || typeof Response !== 'function')
    throw new TypeError(
      'startSandbox: this test environment has no Request and Response. Use the environment `node`, not `jsdom`.',
    );
  const worker = await startWorker(file, config, options.deliverTo);
  const { url, keys, integrationId, endpoints, controlToken } = worker.description;
  const api = callService(worker.fetch, url, keys.full);
  const control = callService(worker.fetch, url, controlToken);
  return {
    url,
    keys,
    integrationId,
    endpoints,
    secrets: endpoints.map(({ secret }) => secret),
    clock: sandboxClock(control),
    verifications: sandboxVerifications(api, integrationId),
    deliveries: sandboxDeliveries(api, control, (ms) => pause(worker.fetch, ms)),
    client: createClient({
      apiKey: keys.full,
      baseUrl: url,
      fetch: (address, init) => worker.fetch(new Request(address, init)),
    }),
    async reset() {
      await control('POST', '/_sandbox/reset');
    },
    close: () => worker.close(),
    [Symbol.asyncDispose]: () => worker.close(),
  };
}
