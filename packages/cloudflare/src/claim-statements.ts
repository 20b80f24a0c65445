/** One SQL statement and what is bound to its `?1`, `?2`, … */
export interface Statement {
  readonly sql: string;
  readonly values: readonly (string | number)[];
}

// The clock of the database, in milliseconds: callers may be anywhere, and theirs do not agree.
const NOW = `CAST(ROUND(unixepoch('subsec') * 1000) AS INTEGER)`;

/**
 * The table behind both stores. A row counts while `ends_at` is ahead: as a claim when it has an owner, as done when it
 * has none.
 */
export const createTable: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS screening_claims (key TEXT PRIMARY KEY NOT NULL, owner TEXT, ends_at INTEGER NOT NULL) WITHOUT ROWID',
  'CREATE INDEX IF NOT EXISTS screening_claims_ends_at ON screening_claims (ends_at)',
];

/** Takes the key unless its row counts: then nothing is written, and nothing returned. */
export function takeStatement(key: string, owner: string, leaseMs: number): Statement {
  return {
    sql: `INSERT INTO screening_claims (key, owner, ends_at) VALUES (?1, ?2, ${NOW} + ?3)
      ON CONFLICT (key) DO UPDATE SET owner = excluded.owner, ends_at = excluded.ends_at
      WHERE screening_claims.ends_at <= ${NOW}
      RETURNING key`,
    values: [key, owner, leaseMs],
  };
}

/** Who has the key, and for how many milliseconds more. */
export function holderStatement(key: string): Statement {
  return {
    sql: `SELECT owner, ends_at - ${NOW} AS left_ms FROM screening_claims WHERE key = ?1`,
    values: [key],
  };
}

/** Returns a row when the lease was renewed. */
export function extendStatement(key: string, owner: string, leaseMs: number): Statement {
  return {
    sql: `UPDATE screening_claims SET ends_at = ${NOW} + ?3
      WHERE key = ?1 AND owner = ?2 AND ends_at > ${NOW} RETURNING key`,
    values: [key, owner, leaseMs],
  };
}

/** Returns a row when the key was marked done. */
export function commitStatement(key: string, owner: string, retentionMs: number): Statement {
  return {
    sql: `UPDATE screening_claims SET owner = NULL, ends_at = ${NOW} + ?3
      WHERE key = ?1 AND owner = ?2 AND ends_at > ${NOW} RETURNING key`,
    values: [key, owner, retentionMs],
  };
}

/** Returns a row when the key was freed. */
export function releaseStatement(key: string, owner: string): Statement {
  return {
    sql: `DELETE FROM screening_claims WHERE key = ?1 AND owner = ?2 AND ends_at > ${NOW} RETURNING key`,
    values: [key, owner],
  };
}

/** Deletes rows that count no more, the oldest first; returns one row for each. */
export function sweepStatement(limit: number): Statement {
  return {
    sql: `DELETE FROM screening_claims WHERE key IN
      (SELECT key FROM screening_claims WHERE ends_at <= ${NOW} ORDER BY ends_at LIMIT ?1) RETURNING key`,
    values: [limit],
  };
}

/** In how many milliseconds the next row stops counting; null when there is none. */
export function nextEndStatement(): Statement {
  return { sql: `SELECT MIN(ends_at) - ${NOW} AS left_ms FROM screening_claims`, values: [] };
}
