import type { Bindings } from './bindings.ts';
import worker from './worker.ts';

// Deno and Bun do not pass bindings, so they are built here. The secret is an environment variable there.
const bindings: Bindings = {
  // Replace it with your database or queue.
  RESULTS: { send: async (result) => console.log(JSON.stringify(result)) },
};

/** The worker for `deno serve` and `bun run`. */
export default { fetch: (request: Request) => worker.fetch(request, bindings) };
