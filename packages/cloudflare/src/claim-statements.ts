/** An SQL statement and the values bound to its `?1`, `?2`, … */
export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

// The database's clock, in milliseconds: the clocks of the callers differ.
const NOW = `CAST(ROUND(unixepoch('subsec') * 1000) AS INTEGER)`;

/**
 * The table of both stores. A row is valid until `ends_at` (milliseconds since the epoch). A valid row with an owner is a
 * claim; a valid row without an owner is a done event, which `committed_by` may commit again.
 */
export const createTable: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS screening_claims (key TEXT PRIMARY KEY NOT NULL, owner TEXT, committed_by TEXT, ends_at INTEGER NOT NULL) WITHOUT ROWID',
  'CREATE INDEX IF NOT EXISTS screening_claims_ends_at ON screening_claims (ends_at)',
];

/** Acquires the key, and returns a row, unless another owner holds it or it is done. */
export function acquireStatement(key: string, owner: string, leaseMs: number): Statement {
  return {
    sql: `INSERT INTO screening_claims (key, owner, ends_at) VALUES (?1, ?2, ${NOW} + ?3)
      ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, committed_by = NULL, ends_at = excluded.ends_at
      WHERE screening_claims.ends_at <= ${NOW} OR screening_claims.owner = excluded.owner
      RETURNING key`,
    values: [key, owner, leaseMs],
  };
}

/** Returns the owner of the key's row, and the milliseconds until the row ends. */
export function holderStatement(key: string): Statement {
  return {
    sql: `SELECT owner, ends_at - ${NOW} AS remaining_ms FROM screening_claims WHERE key = ?1`,
    values: [key],
  };
}

/** Renews the lease, and returns a row, if `owner` holds the key. */
export function extendStatement(key: string, owner: string, leaseMs: number): Statement {
  return {
    sql: `UPDATE screening_claims SET ends_at = ${NOW} + ?3
      WHERE key = ?1 AND owner = ?2 AND ends_at > ${NOW} RETURNING key`,
    values: [key, owner, leaseMs],
  };
}

/** Marks the key done, and returns a row, if `owner` holds it or has committed it before. */
export function commitStatement(key: string, owner: string, retentionMs: number): Statement {
  return {
    sql: `UPDATE screening_claims SET owner = NULL, committed_by = ?2, ends_at = ${NOW} + ?3
      WHERE key = ?1 AND (owner = ?2 OR committed_by = ?2) AND ends_at > ${NOW} RETURNING key`,
    values: [key, owner, retentionMs],
  };
}

/** Deletes the key's row if it is a claim of `owner`. The key is then free, unless `holderStatement` returns a valid row. */
export function releaseStatement(key: string, owner: string): Statement {
  return {
    sql: `DELETE FROM screening_claims WHERE key = ?1 AND owner = ?2`,
    values: [key, owner],
  };
}

/** Deletes up to `limit` rows that have ended, the oldest first, and returns one row for each. */
export function sweepStatement(limit: number): Statement {
  return {
    sql: `DELETE FROM screening_claims WHERE key IN
      (SELECT key FROM screening_claims WHERE ends_at <= ${NOW} ORDER BY ends_at LIMIT ?1) RETURNING key`,
    values: [limit],
  };
}

/** Returns the number of rows that have ended. */
export function endedStatement(): Statement {
  return {
    sql: `SELECT COUNT(*) AS ended FROM screening_claims WHERE ends_at <= ${NOW}`,
    values: [],
  };
}

/** Returns the milliseconds until the next row ends; null when the table is empty. */
export function nextEndStatement(): Statement {
  return { sql: `SELECT MIN(ends_at) - ${NOW} AS remaining_ms FROM screening_claims`, values: [] };
}
