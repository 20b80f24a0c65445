const FROM_NOW = "clock_timestamp() + $3::float8 * interval '1 millisecond'";

/** The statements of a store on `table`, a quoted name. */
// clock_timestamp(), not now(): a statement that waits for a lock must judge a lease by when it goes on, not by when it came.
export function statementsOn(table: string) {
  return {
    // Only one INSERT or UPDATE of a row goes through; who comes second looks at the row that the first has left.
    claim: `
      WITH claimed AS (
        INSERT INTO ${table} AS held (key, owner, done, expires_at)
        VALUES ($1, $2, false, ${FROM_NOW})
        ON CONFLICT (key) DO UPDATE
          SET owner = excluded.owner, done = false, expires_at = excluded.expires_at
          WHERE held.expires_at <= clock_timestamp()
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
    // Of the same owner again: the answer to the first was lost on the way, and it is done all the same.
    commit: `
      UPDATE ${table} SET done = true, expires_at = ${FROM_NOW}
      WHERE key = $1 AND owner = $2 AND expires_at > clock_timestamp()
      RETURNING true`,
    release: `
      DELETE FROM ${table}
      WHERE key = $1 AND owner = $2 AND NOT done AND expires_at > clock_timestamp()
      RETURNING true`,
    // now(), which an index can be searched by.
    cleanUp: `
      WITH expired AS (
        SELECT key FROM ${table} WHERE expires_at <= now()
        ORDER BY expires_at LIMIT $1::int FOR UPDATE SKIP LOCKED
      ), deleted AS (
        DELETE FROM ${table} AS held USING expired WHERE held.key = expired.key RETURNING true
      )
      SELECT count(*)::int AS deleted FROM deleted`,
  };
}

// Arrays as text, which every driver can send without knowing the type. The order is that of every batch in every process:
// two that lock rows in different orders would wait for each other.
const ASKED = `
  asked AS (
    SELECT * FROM unnest($1::text::text[], $2::text::text[], $3::text::float8[])
      WITH ORDINALITY AS asked (key, owner, ms, place)
    ORDER BY key COLLATE "C"
  )`;
const MS_FROM_NOW = "clock_timestamp() + ms * interval '1 millisecond'";

/**
 * The same for many keys at once: `$1` keys, `$2` owners, `$3` milliseconds; no key twice. They reach the table row by row
 * through its primary key, so that a plan which was made for an empty table is right for a full one.
 */
export function batchStatementsOn(table: string) {
  return {
    claim: `
      WITH ${ASKED}, claimed AS (
        INSERT INTO ${table} AS held (key, owner, done, expires_at)
        SELECT key, owner, false, ${MS_FROM_NOW} FROM asked
        ON CONFLICT (key) DO UPDATE
          SET owner = excluded.owner, done = false, expires_at = excluded.expires_at
          WHERE held.expires_at <= clock_timestamp()
        RETURNING key
      )
      SELECT place::int, claimed.key IS NOT NULL AS acquired, done, busy_ms
      FROM asked LEFT JOIN claimed USING (key) LEFT JOIN LATERAL (
        SELECT done, 1000 * extract(epoch FROM expires_at - clock_timestamp())::float8 AS busy_ms
        FROM ${table} AS seen
        WHERE seen.key = asked.key AND expires_at > clock_timestamp() AND claimed.key IS NULL
        LIMIT 1
      ) AS seen ON true`,
    // A row that is ours is locked first. It cannot go away then, so the INSERT always finds it, and inserts nothing.
    commit: `
      WITH ${ASKED}, ours AS (
        SELECT asked.* FROM asked, LATERAL (
          SELECT FROM ${table} AS held
          WHERE held.key = asked.key AND held.owner = asked.owner AND expires_at > clock_timestamp()
          FOR UPDATE
        ) AS locked
      ), committed AS (
        INSERT INTO ${table} (key, owner, done, expires_at)
        SELECT key, owner, true, ${MS_FROM_NOW} FROM ours
        ON CONFLICT (key) DO UPDATE SET done = true, expires_at = excluded.expires_at
        RETURNING key
      )
      SELECT place::int FROM ours JOIN committed USING (key)`,
  };
}
