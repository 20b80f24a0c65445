import { parentPort, workerData } from 'node:worker_threads';
import type { ServiceConfig, ServiceDescription } from '../service/config/service-config.js';
import { type Fetch, fetchOver } from './fetch-over.js';
import { errorParts, type WorkerInput, type WorkerStart } from './messages.js';
import { serveFetch } from './serve-fetch.js';
import { servingWorkerCalls } from './worker-calls.js';

type Start = (
  config: ServiceConfig,
  dependencies: { readonly deliverTo?: Fetch; readonly onError: (error: unknown) => void },
) => Promise<{
  readonly description: ServiceDescription;
  fetch: Fetch;
  close(limitMs: number): Promise<void>;
}>;

/**
 * Runs a service in this worker thread, for the `startSandbox` that created the thread.
 *
 * @param print Writes a failure of the service as a text for stderr.
 */
export async function serveFromWorker(
  start: Start,
  print: (error: unknown) => string,
): Promise<void> {
  const { config, calls, deliveries }: WorkerInput = workerData;
  const report = (message: WorkerStart): void => parentPort?.postMessage(message);
  try {
    const service = await start(config, {
      ...(deliveries ? { deliverTo: fetchOver(deliveries) } : {}),
      onError: (error) => process.stderr.write(`screening-sandbox: ${print(error)}\n`),
    });
    serveFetch(calls, servingWorkerCalls(service));
    report({ kind: 'ready', description: service.description });
  } catch (error) {
    report({ kind: 'failed', error: errorParts(error) });
  }
}
