import type { Bindings } from './bindings.ts';
import worker from './worker.ts';

// Deno and Bun pass something else where Workers pass the bindings, so they are put together here.
const bindings: Bindings = {
  SCREENING_SECRET: process.env['SCREENING_SECRET'],
  // In place of a Cloudflare Queue: your database, or the queue of your cloud.
  RESULTS: { send: async (result) => console.log(JSON.stringify(result)) },
};

/** The worker for `deno serve` and `bun run`. */
export default { fetch: (request: Request) => worker.fetch(request, bindings) };
