import { setTimeout as sleep } from 'node:timers/promises';
import type { Fetch } from './fetch-over.js';

// Requests that the worker answers itself. The service does not see them.
const STOP = 'http://worker.invalid/_thread/stop';
const PAUSE = 'http://worker.invalid/_thread/pause/';
const STOP_LIMIT_MS = 2000;

/**
 * Waits in the worker, where no fake timer of a test reaches.
 *
 * @returns milliseconds on the worker's monotonic clock, after the pause.
 */
export async function pause(fetch: Fetch, ms: number): Promise<number> {
  const response = await fetch(new Request(`${PAUSE}${ms}`));
  return Number(await response.text());
}

/**
 * Makes the service in the worker end its connections and its work in progress. Resolves when it has, and after two seconds at the
 * latest, because it may be blocked. Rejects when the worker has ended.
 */
export async function stop(fetch: Fetch): Promise<void> {
  const stopped = fetch(new Request(STOP));
  // The timers here may be the fake timers of a test, which stand still.
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const { value: limit } = Atomics.waitAsync(clock, 0, 0, STOP_LIMIT_MS);
  await Promise.race([stopped, limit]).finally(() => Atomics.notify(clock, 0));
}

/** Answers {@link pause} and {@link stop}, and passes every other request to the service. */
export function servingWorkerCalls(service: {
  readonly fetch: Fetch;
  readonly close: (limitMs: number) => Promise<void>;
}): Fetch {
  return async (request) => {
    if (request.url === STOP) {
      await service.close(0);
      return new Response(null, { status: 204 });
    }
    if (!request.url.startsWith(PAUSE)) return service.fetch(request);
    await sleep(Number(request.url.slice(PAUSE.length)));
    return new Response(String(performance.now()));
  };
}
