import { runSuite } from './run-suite.mjs';
import { contractOf, honoApp, PATH, suitesOf } from './suites.mjs';

const hono = (env, executionContext) =>
  contractOf((receiver) => {
    const app = honoApp(receiver);
    return {
      url: `https://receiver.test${PATH}`,
      fetch: (request) => app.fetch(request, env, executionContext),
    };
  });

/** GET /<suite> runs a suite. workerd allows timers and random numbers only inside a request. */
export default {
  async fetch(request, env, executionContext) {
    const { pathname, searchParams } = new URL(request.url);
    const suite = pathname.slice(1);
    const suites = {
      ...suitesOf('WebCrypto', searchParams.get('service')),
      hono: () => hono(env, executionContext),
    };
    return Response.json(await runSuite(suite, suites[suite]()));
  },
};
