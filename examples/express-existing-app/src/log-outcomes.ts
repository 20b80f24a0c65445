import type { Observer, Outcome } from '@screening-webhooks/core';
import type { Log } from './log-requests.js';

/** Logs the outcome of each delivery, with the reason: `screening evt_1 failed: connection refused`. */
export function logOutcomes(log: Log): Observer {
  return ({ event, outcome, late }) => {
    const when = late ? ' after its ack' : '';
    log(`screening ${event?.id ?? 'no event'} ${outcome.kind}${why(outcome)}${when}`);
  };
}

function why(outcome: Outcome): string {
  if (outcome.kind === 'rejected') return `: ${outcome.rejection.code}`;
  if (!('error' in outcome)) return '';
  return `: ${outcome.error instanceof Error ? outcome.error.message : String(outcome.error)}`;
}
