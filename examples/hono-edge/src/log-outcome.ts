import type { Observer } from '@screening-webhooks/core';

/** Logs the outcome of each delivery as a line of JSON: `wrangler tail` shows them. */
export const logOutcome: Observer = ({ event, outcome, late, durationMs }) => {
  const code = outcome.kind === 'rejected' ? outcome.rejection.code : undefined;
  const error =
    'error' in outcome && outcome.error !== undefined ? String(outcome.error) : undefined;
  const line = { eventId: event?.id, outcome: outcome.kind, code, error, late, durationMs };
  console.log(JSON.stringify(line));
};
