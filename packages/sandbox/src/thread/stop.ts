import type { Fetch } from './fetch-over.js';

const URL_OF_STOP = 'http://worker.invalid/_thread/stop';
const LIMIT_MS = 2000;

/**
 * Has the service in the worker end its connections and what is in progress. Resolves when it has, and after two seconds at the
 * latest: it may be blocked. Rejects when the worker has ended.
 */
export async function stop(fetch: Fetch): Promise<void> {
  const stopped = fetch(new Request(URL_OF_STOP));
  // The timers here may be those of a test, which stand still.
  const clock = new Int32Array(new SharedArrayBuffer(4));
  const { value: limit } = Atomics.waitAsync(clock, 0, 0, LIMIT_MS);
  await Promise.race([stopped, limit]).finally(() => Atomics.notify(clock, 0));
}

/** Answers {@link stop}, and hands every other request on. */
export function servingStops(
  { close }: { readonly close: (limitMs: number) => Promise<void> },
  fetch: Fetch,
): Fetch {
  return async (request) => {
    if (request.url !== URL_OF_STOP) return fetch(request);
    await close(0);
    return new Response(null, { status: 204 });
  };
}
