import type { Bindings } from './bindings.ts';
import worker from './worker.ts';

// Deno and Bun do not pass bindings, so they are built here.
const bindings: Bindings = {
  SCREENING_SECRET: process.env['SCREENING_SECRET'],
  // Replace it with your database or queue.
  RESULTS: { send: async (result) => console.log(JSON.stringify(result)) },
};

/** The worker for `deno serve` and `bun run`. */
export default { fetch: (request: Request) => worker.fetch(request, bindings) };
