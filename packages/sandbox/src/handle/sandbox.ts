import { createClient, type ScreeningClient } from '@screening-webhooks/client';
import { workerFile } from '#worker-file';
import type { SandboxEndpoint, ServiceKeys } from '../service/config/service-config.js';
import { pause } from '../thread/worker-calls.js';
import { type SandboxApi, sandboxApi } from './api.js';
import { callService } from './call-service.js';
import { type SandboxClock, sandboxClock } from './clock.js';
import { type SandboxControls, sandboxControls } from './controls.js';
import { type SandboxDeliveries, sandboxDeliveries } from './deliveries.js';
import { type SandboxOptions, serviceConfig } from './sandbox-options.js';
import { startWorker } from './sandbox-worker.js';
import { type SandboxVerifications, sandboxVerifications } from './verifications.js';

/** A running sandbox. Its calls do not use a socket, a timer or the clock of the test's thread. */
export interface Sandbox extends SandboxControls {
  /** The address of the API, without `/v1`. */
  readonly url: string;
  /** API keys: `full` may call every operation, `candidate` only creates candidates. */
  readonly keys: { readonly full: string; readonly candidate: string };
  /** The demo integration, which `verifications.create` uses by default. */
  readonly integrationId: string;
  /** The webhook endpoints of a new sandbox. */
  readonly endpoints: readonly SandboxEndpoint[];
  /** The signing secrets of the endpoints, in their order. */
  readonly secrets: readonly string[];
  /** Reads and moves the time of the service. */
  readonly clock: SandboxClock;
  /** Creates and reads document verifications. */
  readonly verifications: SandboxVerifications;
  /** Reads the deliveries of webhooks, and waits for them. */
  readonly deliveries: SandboxDeliveries;
  /** The toolkit's client, with the full-access key. */
  readonly client: ScreeningClient;
  /** Every operation of the API. Refusals are answers: they do not reject. */
  readonly api: SandboxApi;
  /** Restores the state and the time of the start. Keys and secrets stay. */
  reset(): Promise<void>;
  /** Ends the service. Pending calls reject. May be called more than once. */
  close(): Promise<void>;
  /** Calls `close()`, for `await using`. */
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
  const { url, integrationId, endpoints, controlToken } = worker.description;
  const keys = shownKeys(worker.description.keys);
  const api = callService(worker.fetch, url, keys.full);
  const control = callService(worker.fetch, url, controlToken);
  const { show: showClock, ...clock } = sandboxClock(control);
  return {
    url,
    keys,
    integrationId,
    endpoints,
    secrets: endpoints.map(({ secret }) => secret),
    ...sandboxControls(control, integrationId),
    clock,
    verifications: sandboxVerifications(api, integrationId),
    deliveries: sandboxDeliveries(api, showClock, (ms) => pause(worker.fetch, ms)),
    client: createClient({
      apiKey: keys.full,
      baseUrl: url,
      fetch: (address, init) => worker.fetch(new Request(address, init)),
    }),
    api: sandboxApi(worker.fetch, url, keys.full),
    async reset() {
      await control('POST', '/_sandbox/reset');
    },
    close: () => worker.close(),
    [Symbol.asyncDispose]: () => worker.close(),
  };
}

// A service in memory is always new.
function shownKeys({ full, candidate }: ServiceKeys): Sandbox['keys'] {
  if (full === undefined || candidate === undefined) throw new Error('The service has no keys.');
  return { full, candidate };
}

/**
 * Starts the service in a worker thread, with an empty database in memory and a frozen clock. Fake timers, a changed
 * system time and interceptors of HTTP in the caller's thread do not reach it.
 *
 * @throws TypeError for an unknown or malformed option, before anything starts.
 * @throws SandboxError with the code `not_started` when the service does not start, such as on a busy port.
 * @example
 * const sandbox = await startSandbox({ deliverTo: (request) => receiver.fetch(request) });
 * await sandbox.verifications.create({ documentConfigSlug: 'rn-license', state: 'CA' });
 * await sandbox.clock.advance('15m');
 * await sandbox.close();
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return launchSandbox(options, workerFile());
}
