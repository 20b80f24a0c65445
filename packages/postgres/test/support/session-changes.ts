/** Statements of a handler whose effects PostgreSQL keeps after its transaction. */
export const SESSION_CHANGES = [
  "/* x */ SET TIME ZONE 'Asia/Tokyo'",
  'SET SESSION search_path = nowhere',
  "SELECT 1; SET lock_timeout = '7s'",
  "SELECT set_config('app.tenant', 'one', false)",
  'SET ROLE pg_monitor',
  `DO $$ BEGIN PERFORM set_config('work_mem', '1MB', false); END $$`,
  'SELECT pg_advisory_lock(7)',
  'CREATE TEMPORARY TABLE screening_webhook_claims (key text)',
  'DECLARE kept CURSOR WITH HOLD FOR SELECT 1',
];

/** The state of a session, as JSON. */
export const SESSION = `SELECT json_build_object(
  'settings', (SELECT json_agg(json_build_array(name, setting) ORDER BY name) FROM pg_settings
    WHERE name IN ('TimeZone', 'search_path', 'lock_timeout', 'work_mem', 'statement_timeout')),
  'tenant', coalesce(current_setting('app.tenant', true), ''),
  'pool', current_setting('app.pool', true),
  'role', current_setting('role'),
  'locks', (SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()),
  'temporary', (SELECT count(*) FROM pg_class WHERE relnamespace = pg_my_temp_schema()
    AND relname = 'screening_webhook_claims'),
  'cursors', (SELECT count(*) FROM pg_cursors WHERE name = 'kept')
)::text AS session`;
