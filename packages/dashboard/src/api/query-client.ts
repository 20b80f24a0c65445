import { QueryClient } from '@tanstack/react-query';
import { ProblemError } from './problem-error.js';

const RETRIES = 2;
/** How long an answer is fresh, unless something has changed. */
const STALE_MS = 2000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      // A refusal is final. Only a request without an answer may succeed later.
      retry: (count, error) =>
        count < RETRIES && (!(error instanceof ProblemError) || error.status === 0),
      // Requests may go to this machine, which works without a network.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
