/**
 * Makes concurrent migrations wait for each other until the transaction ends: `CREATE … IF NOT EXISTS` fails when two
 * sessions run it at once.
 */
export const MIGRATION_LOCK =
  "SELECT pg_advisory_xact_lock(hashtextextended('screening-webhooks migrate', 0))";
