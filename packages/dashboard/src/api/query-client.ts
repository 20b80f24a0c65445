import { QueryClient } from '@tanstack/react-query';
import { ProblemError } from './problem-error.js';

const RETRIES = 2;
/** How long an answer is taken for true, unless something has changed. */
const STALE_MS = 2000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      // A refusal stays one. Only a missing answer may come later.
      retry: (count, error) =>
        count < RETRIES && (!(error instanceof ProblemError) || error.status === 0),
      // Requests go to this machine, also without a network.
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});
