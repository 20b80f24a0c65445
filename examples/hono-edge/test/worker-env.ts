import type { Bindings, VerificationResult } from '../src/bindings.ts';

/** The endpoint's signing secret. */
export const SECRET = 'whsec_edge';

/** The URL of the endpoint. */
export const URL = 'https://worker.test/webhooks/screening';

/** Bindings with a queue that records each result when `send` resolves. */
export function workerEnv(send: () => Promise<void> = async () => {}) {
  const results: VerificationResult[] = [];
  const env: Bindings = {
    RESULTS: {
      async send(result) {
        await send();
        results.push(result);
      },
    },
  };
  return { env, results };
}

/** The execution context of a Worker: the isolate stays alive until `waiting` has settled. */
export function executionContext() {
  const waiting: Promise<unknown>[] = [];
  return {
    waiting,
    waitUntil: (work: Promise<unknown>): void => {
      waiting.push(work);
    },
    passThroughOnException: (): void => {},
    props: {},
  };
}
