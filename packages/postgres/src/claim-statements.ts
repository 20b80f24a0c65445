const IS_FREE =
  'held.expires_at <= clock_timestamp() OR (held.owner = excluded.owner AND NOT held.done)';
const FROM_NOW = "clock_timestamp() + $3::float8 * interval '1 millisecond'";

/** The statements of a store on `table`, a quoted name. */
// clock_timestamp() rather than now(): after waiting for a lock, a statement must compare leases with the current time, not
// with the time at which its transaction began.
export function claimStatements(table: string) {
  return {
    // Only one concurrent INSERT or UPDATE of a row succeeds. The others then see the row that it has written. The owner of
    // a live claim gets it again: it repeats a claim whose answer was lost.
    claim: `
      WITH claimed AS (
        INSERT INTO ${table} AS held (key, owner, done, expires_at)
        VALUES ($1, $2, false, ${FROM_NOW})
        ON CONFLICT (key) DO UPDATE
          SET owner = excluded.owner, done = false, expires_at = excluded.expires_at
          WHERE ${IS_FREE}
        RETURNING true
      )
      SELECT true AS acquired, false AS done, 0::float8 AS busy_ms FROM claimed
      UNION ALL
      SELECT false, done, 1000 * extract(epoch FROM expires_at - clock_timestamp())::float8
      FROM ${table}
      WHERE key = $1 AND expires_at > clock_timestamp() AND NOT EXISTS (SELECT FROM claimed)`,
    extend: `
      UPDATE ${table} SET expires_at = ${FROM_NOW}
      WHERE key = $1 AND owner = $2 AND NOT done AND expires_at > clock_timestamp()
      RETURNING true`,
    // A done row matches too: the owner repeats a commit whose answer was lost.
    commit: `
      UPDATE ${table} SET done = true, expires_at = ${FROM_NOW}
      WHERE key = $1 AND owner = $2 AND expires_at > clock_timestamp()
      RETURNING true`,
    // Without a row, the claim was released before, or its lease has ended.
    release: `
      WITH released AS (
        DELETE FROM ${table} WHERE key = $1 AND owner = $2 AND NOT done RETURNING true
      )
      SELECT NOT EXISTS (
        SELECT FROM ${table}
        WHERE key = $1 AND (owner <> $2 OR done) AND expires_at > clock_timestamp()
      ) AS free
      FROM (SELECT count(*) FROM released) AS released`,
    // now() rather than clock_timestamp(): an index scan needs a stable value. By ctid, because a join with the keys may
    // read the whole table.
    cleanUp: `
      WITH expired AS MATERIALIZED (
        SELECT ARRAY(
          SELECT ctid FROM ${table} WHERE expires_at <= now()
          ORDER BY expires_at LIMIT $1::int + 1 FOR UPDATE SKIP LOCKED
        ) AS rows
      ), deleted AS (
        DELETE FROM ${table}
        WHERE ctid = ANY ((SELECT rows[:$1::int] FROM expired)::tid[]) AND expires_at <= now()
        RETURNING true
      )
      SELECT (SELECT count(*)::int FROM deleted) AS deleted, cardinality(rows) > $1::int AS more
      FROM expired`,
  };
}

// The arrays are sent as text, because every driver can send that without knowing the type. All batches of all processes
// lock rows in the order of the keys: with different orders, two batches could deadlock.
const REQUESTED = `
  requested AS (
    SELECT * FROM unnest($1::text::text[], $2::text::text[], $3::text::float8[])
      WITH ORDINALITY AS requested (key, owner, ms, position)
    ORDER BY key COLLATE "C"
  )`;
const MS_FROM_NOW = "clock_timestamp() + ms * interval '1 millisecond'";

/**
 * The same for many keys at once: `$1` keys, `$2` owners, `$3` milliseconds; each key at most once. They read the table by
 * primary key, row by row, so that a plan cached while the table was empty stays efficient when it is full.
 */
export function batchClaimStatements(table: string) {
  return {
    claim: `
      WITH ${REQUESTED}, claimed AS (
        INSERT INTO ${table} AS held (key, owner, done, expires_at)
        SELECT key, owner, false, ${MS_FROM_NOW} FROM requested
        ON CONFLICT (key) DO UPDATE
          SET owner = excluded.owner, done = false, expires_at = excluded.expires_at
          WHERE ${IS_FREE}
        RETURNING key
      )
      SELECT position::int, claimed.key IS NOT NULL AS acquired, done, holder, busy_ms
      FROM requested LEFT JOIN claimed USING (key) LEFT JOIN LATERAL (
        SELECT done, owner AS holder, 1000 * extract(epoch FROM expires_at - clock_timestamp())::float8 AS busy_ms
        FROM ${table} AS seen
        WHERE seen.key = requested.key AND expires_at > clock_timestamp() AND claimed.key IS NULL
        LIMIT 1
      ) AS seen ON true`,
    // The owner's rows are locked first. They cannot be deleted after that, so each INSERT conflicts and becomes an UPDATE.
    commit: `
      WITH ${REQUESTED}, owned AS (
        SELECT requested.* FROM requested, LATERAL (
          SELECT FROM ${table} AS held
          WHERE held.key = requested.key AND held.owner = requested.owner AND expires_at > clock_timestamp()
          FOR UPDATE
        ) AS locked
      ), committed AS (
        INSERT INTO ${table} (key, owner, done, expires_at)
        SELECT key, owner, true, ${MS_FROM_NOW} FROM owned
        ON CONFLICT (key) DO UPDATE SET done = true, expires_at = excluded.expires_at
        RETURNING key
      )
      SELECT position::int FROM owned JOIN committed USING (key)`,
  };
}
