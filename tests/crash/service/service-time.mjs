// Shorter times, as changes for buildService.
import { changesOf } from '../bundle.mjs';

/** One change for buildService, of a file in `packages/sandbox/src`. */
export const change = changesOf('sandbox');

/** The longest that a process may stand still, and the wait for its lease: milliseconds. */
export const LEASE_MS = 2000;

/** Leases of two seconds, in place of a minute and of ten seconds. The server ends a session that is idle in a transaction. */
export const shortLeases = [
  change('service/engine/lease.ts', 'JOB_LEASE_MS = 60_000', `JOB_LEASE_MS = ${LEASE_MS}`),
  change('service/engine/lease.ts', 'RENEW_JOBS_MS = 20_000', 'RENEW_JOBS_MS = 500'),
  change('service/engine/lease.ts', "interval '10 seconds'", "interval '2 seconds'"),
  change('service/engine/lease.ts', 'RENEW_ENGINE_MS = 3000', 'RENEW_ENGINE_MS = 500'),
  change(
    'service/db/postgres/open-postgres-database.ts',
    'idle_in_transaction_session_timeout=10s',
    'idle_in_transaction_session_timeout=1s',
  ),
];

/** Sources that take three seconds in place of a day, and are asked again after seconds. */
export const quickSources = [
  change('service/capabilities/verifications/jobs.ts', '[30, 90]', '[1, 2]'),
  change(
    'service/capabilities/verifications/ask-source.ts',
    'DAY_SECONDS = 86_400',
    'DAY_SECONDS = 3',
  ),
];
