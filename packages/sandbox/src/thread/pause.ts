import type { Fetch } from './fetch-over.js';

const PATH = '/_thread/pause/';

/**
 * Waits in the worker, where no fake timer of a test reaches.
 *
 * @returns milliseconds on the worker's monotonic clock, after the pause.
 */
export async function pause(fetch: Fetch, ms: number): Promise<number> {
  const response = await fetch(new Request(`http://worker.invalid${PATH}${ms}`));
  return Number(await response.text());
}

/** Answers {@link pause}, and hands every other request on. */
export function servingPauses(fetch: Fetch): Fetch {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith(PATH)) return fetch(request);
    await new Promise((resolve) => setTimeout(resolve, Number(pathname.slice(PATH.length))));
    return new Response(String(performance.now()));
  };
}
