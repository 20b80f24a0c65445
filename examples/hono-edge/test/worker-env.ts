import type { Bindings, VerificationResult } from '../src/bindings.ts';

/** The endpoint's signing secret. */
export const SECRET = 'whsec_edge';

/** Where the service delivers to. */
export const URL = 'https://worker.test/webhooks/screening';

/** Bindings with a queue that remembers what it was sent, after `send` has let it. */
export function workerEnv(send: () => Promise<void> = async () => {}) {
  const results: VerificationResult[] = [];
  const env: Bindings = {
    SCREENING_SECRET: SECRET,
    RESULTS: {
      async send(result) {
        await send();
        results.push(result);
      },
    },
  };
  return { env, results };
}

/** What a Worker gets beside its bindings: it stays alive until all that it waits for has ended. */
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
