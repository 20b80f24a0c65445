// Shorter times, as changes for buildService.

/** The longest that a process may stand still, and the wait for its lease: milliseconds. */
export const LEASE_MS = 2000;

/** Leases of two seconds, in place of a minute and of ten seconds. The server ends a session that stands still in a transaction. */
export const shortLeases = [
  change('engine/lease.ts', 'JOB_LEASE_MS = 60_000', `JOB_LEASE_MS = ${LEASE_MS}`),
  change('engine/lease.ts', 'RENEW_JOBS_MS = 20_000', 'RENEW_JOBS_MS = 500'),
  change('engine/lease.ts', "interval '10 seconds'", "interval '2 seconds'"),
  change('engine/lease.ts', 'RENEW_ENGINE_MS = 3000', 'RENEW_ENGINE_MS = 500'),
  change(
    'store/postgres/open-postgres-database.ts',
    'idle_in_transaction_session_timeout=10s',
    'idle_in_transaction_session_timeout=1s',
  ),
];

/** Sources that are asked again after seconds, and need three of them in place of a day. */
export const quickSources = [
  change('verifications/run-source-jobs.ts', '[0, 30, 120]', '[0, 1, 3]'),
  change('verifications/magic-values.ts', 'DAY_SECONDS = 86_400', 'DAY_SECONDS = 3'),
];

/** One change for buildService. */
export function change(file, from, to) {
  return { file, from, to };
}
