import { lockLimit } from '../sql/sql-client.js';
import type { PostgresInboxSettings } from './postgres-inbox-settings.js';

type Statement =
  | 'store'
  | 'fetch'
  | 'fetchSuspect'
  | 'eventOf'
  | 'endedByHand'
  | 'begin'
  | 'renew'
  | 'renewOne'
  | 'end'
  | 'endUnreadable'
  | 'retryLater'
  | 'putBack'
  | 'release'
  | 'recover'
  | 'expired'
  | 'recoverOne'
  | 'cleanUp'
  | 'old'
  | 'deleteOld'
  | 'isPaused'
  | 'pause'
  | 'resume'
  | 'deadLetters'
  | 'chooseById'
  | 'chooseByTime'
  | 'chooseDeadByTime'
  | 'replayUnlocked'
  | 'replay'
  | 'notify';

/** All SQL of the inbox. `$1` is always the name of the inbox. Each statement is a transaction of its own. */
export type InboxStatements = Readonly<Record<Statement, string>>;

/**
 * A row of `inbox_lines` is locked before anything of its line changes, and what a statement decides by is in that row: a
 * statement that waited for the lock sees the row as it is then, but all other rows as they were before it waited.
 *
 * The statistics of an inbox are often old: they were collected when nothing waited, or never. Joins and subqueries are written so that
 * the planner must look rows up by their keys. With `inbox = $1` and a join, it may read the whole inbox for each row.
 *
 * @param timeout Milliseconds that a statement waits for its answer.
 */
export function inboxStatements(
  { schema, lease, backoff, maxBackoff }: PostgresInboxSettings,
  timeout: number,
): InboxStatements {
  const limit = lockLimit(timeout);
  const events = `${schema}.inbox_events`;
  const lines = `${schema}.inbox_lines`;
  const pauses = `${schema}.inbox_paused`;
  const ms = (value: string | number): string => {
    const number = typeof value === 'string' ? `${value}::text` : value;
    return `${number}::float8 * interval '1 millisecond'`;
  };
  const leaseEnd = `clock_timestamp() + ${ms(lease)}`;
  const held = 'inbox = $1 AND line = $2 AND token = $3';
  // The inbox itself ends no event without an outcome.
  const isByHand = 'ended_at IS NOT NULL AND outcome IS NULL';
  // For statements that know the id: with this, the planner cannot choose the indexes of ended events, which do not have the id.
  const endedAt = `coalesce(ended_at, 'infinity')`;
  const free = 'token = NULL, lease_end = NULL, worker = NULL, alone = false';

  // $2 limit, $3 token, $4 worker.
  const fetch = (kind: 'suspect' | 'NOT suspect'): string => `
    WITH inbox AS MATERIALIZED (
      SELECT EXISTS (SELECT FROM ${pauses} WHERE inbox = $1) AS paused, EXISTS (
        SELECT FROM ${lines}
        WHERE inbox = $1 AND token IS NULL AND suspect AND run_at <= now()
      ) AS suspects
    ), due AS (
      SELECT inbox, line FROM ${lines}
      WHERE inbox = $1 AND token IS NULL AND ${kind} AND run_at <= now()
        AND NOT (SELECT paused FROM inbox)
      ORDER BY run_at LIMIT $2::text::int FOR UPDATE SKIP LOCKED
    ), leased AS (
      UPDATE ${lines} AS line SET token = $3, worker = $4, lease_end = ${leaseEnd}
      FROM due WHERE line.inbox = due.inbox AND line.line = due.line
      RETURNING line.inbox, line.line, line.head, line.attempts, line.deaths, line.run_at
    )
    SELECT paused::int::text, suspects::int::text, leased.line, leased.attempts::text, leased.deaths::text, (
        SELECT event FROM ${events}
        WHERE inbox = leased.inbox AND line = leased.line AND position = leased.head AND ended_at IS NULL
      )
    FROM inbox LEFT JOIN leased ON true
    ORDER BY leased.run_at`;

  // Ends the head of a line; the next event of the line becomes its head.
  const end = (ended: string): string => `
    WITH ${limit}, line AS MATERIALIZED (
      SELECT head, last FROM ${lines}, lock_limit WHERE ${held} FOR UPDATE OF inbox_lines
    ), ${ended}, removed AS (
      DELETE FROM ${lines} AS ending USING line
      WHERE ending.inbox = $1 AND ending.line = $2 AND line.head = line.last
    ), moved AS (
      UPDATE ${lines} AS ending SET head = line.head + 1, run_at = now(), ${free},
        attempts = 0, deaths = 0, suspect = false, reason = NULL
      FROM line WHERE ending.inbox = $1 AND ending.line = $2 AND line.head < line.last
    )
    SELECT '' FROM line`;

  const recover = (condition: string): string => `
    WITH expired AS (
      SELECT inbox, line FROM ${lines}
      WHERE inbox = $1 AND token IS NOT NULL AND lease_end <= now() ${condition}
      FOR UPDATE SKIP LOCKED
    )
    UPDATE ${lines} AS line SET ${free}, suspect = true,
      attempts = attempts + alone::int, deaths = deaths + alone::int,
      run_at = now() + alone::int * interval '1 millisecond'
        * least(${backoff}::float8 * power(2, least(attempts, 60)), ${maxBackoff}::float8)
    FROM expired WHERE line.inbox = expired.inbox AND line.line = expired.line`;

  const retained = `now() - ${ms('$2')}`;
  const isOld = `inbox = $1 AND ended_at < ${retained}`;

  const choose = (condition: string): string => `
    SELECT event_id, key::text FROM ${events} WHERE inbox = $1 AND ${condition} ORDER BY arrival`;

  // Replayed events go to the end of their lines, because a later event may be running.
  const replay = (locked: 'SKIP LOCKED' | ''): string => `
    WITH ${limit}, wanted AS MATERIALIZED (
      SELECT $1::text AS inbox, event_id, key
      FROM lock_limit, unnest($2::text::text[], $3::text::uuid[]) AS wanted (event_id, key)
    ), chosen AS MATERIALIZED (
      SELECT inbox, stored.event_id, stored.key, stored.line, stored.arrival
      FROM wanted JOIN ${events} AS stored USING (inbox, event_id, key)
      WHERE ${endedAt} < 'infinity' AND (coalesce(outcome, '') = 'dead_letter' OR NOT $4::text::boolean)
      FOR UPDATE OF stored ${locked}
    ), existing AS (
      SELECT line FROM ${lines} WHERE (inbox, line) IN (SELECT inbox, line FROM chosen)
    ), unlocked AS (
      SELECT line FROM ${lines} WHERE (inbox, line) IN (SELECT inbox, line FROM chosen)
      FOR UPDATE ${locked}
    ), movable AS (
      SELECT * FROM chosen
      WHERE line IN (SELECT line FROM unlocked) OR line NOT IN (SELECT line FROM existing)
    ), places AS (
      INSERT INTO ${lines} AS line (inbox, line, last)
      SELECT $1, movable.line, count(*) FROM movable GROUP BY movable.line ORDER BY movable.line
      ON CONFLICT (inbox, line) DO UPDATE SET last = line.last + excluded.last
      RETURNING line.line, line.last
    ), placed AS (
      SELECT inbox, event_id, key, places.last + 1
        - row_number() OVER (PARTITION BY line ORDER BY arrival DESC) AS position
      FROM movable JOIN places USING (line)
    )
    UPDATE ${events} AS stored SET position = placed.position, ended_at = NULL, outcome = NULL,
      reason = NULL, attempts = 0
    FROM placed
    WHERE stored.inbox = placed.inbox AND stored.event_id = placed.event_id AND stored.key = placed.key
    RETURNING stored.event_id, stored.key::text`;

  return {
    // $2 line, $3 event id, $4 key, $5 event, $6 time received. Fails with unique_violation when the same event is stored
    // at the same moment: its place in the line is then rolled back.
    store: `
      WITH ${limit}, line AS (
        INSERT INTO ${lines} AS line (inbox, line)
        SELECT $1, $2::text FROM lock_limit WHERE NOT EXISTS (
          SELECT FROM ${events} WHERE inbox = $1 AND event_id = $3::text AND key = $4::text::uuid
        )
        ON CONFLICT (inbox, line) DO UPDATE SET last = line.last + 1
        RETURNING last
      )
      INSERT INTO ${events} (inbox, event_id, key, event, received_at, line, position)
      SELECT $1, $3::text, $4::text::uuid, $5, $6::text::float8, $2::text, last FROM line
      RETURNING line`,

    fetch: fetch('NOT suspect'),
    fetchSuspect: fetch('suspect'),
    // For an event that was stored after the snapshot of the fetch. It is null when the event does not exist. $2 line, $3 token.
    eventOf: `
      SELECT stored.event FROM ${lines} AS line LEFT JOIN ${events} AS stored
        ON stored.inbox = $1 AND stored.line = $2 AND stored.position = line.head
          AND stored.ended_at IS NULL
      WHERE line.inbox = $1 AND line.line = $2 AND line.token = $3`,
    // $2 line, $3 token.
    endedByHand: `
      SELECT line.line FROM ${lines} AS line JOIN ${events} AS stored
        ON stored.inbox = $1 AND stored.line = $2 AND stored.position = line.head AND ${isByHand}
      WHERE line.inbox = $1 AND line.line = $2 AND line.token = $3`,

    // Marks that a suspect runs, and whether it runs alone. $2 line, $3 token, $4 alone.
    begin: `
      WITH ${limit} UPDATE ${lines} SET alone = $4::text::boolean, lease_end = ${leaseEnd}
      FROM lock_limit WHERE ${held} RETURNING line`,
    // Returns the lines that are held and whether each was renewed: the others are locked. $2 lines, $3 their tokens.
    renew: `
      WITH wanted AS MATERIALIZED (
        SELECT $1::text AS inbox, line, token
        FROM unnest($2::text::text[], $3::text::text[]) AS wanted (line, token)
      ), held AS MATERIALIZED (
        SELECT inbox, line, token FROM ${lines} JOIN wanted USING (inbox, line, token)
      ), unlocked AS (
        SELECT line.inbox, line.line FROM ${lines} AS line JOIN held USING (inbox, line, token)
        FOR UPDATE OF line SKIP LOCKED
      ), renewed AS (
        UPDATE ${lines} AS line SET lease_end = ${leaseEnd} FROM unlocked
        WHERE line.inbox = unlocked.inbox AND line.line = unlocked.line
        RETURNING line.line
      )
      SELECT line, token, renewed.line FROM held LEFT JOIN renewed USING (line)`,
    // $2 line, $3 token.
    renewOne: `
      WITH ${limit} UPDATE ${lines} SET lease_end = ${leaseEnd}
      FROM lock_limit WHERE ${held} RETURNING line`,
    // $2 line, $3 token, $4 outcome, $5 reason, $6 attempts.
    end: end(`ended AS (
        UPDATE ${events} SET ended_at = now(), outcome = $4, reason = $5, attempts = $6::text::int
        FROM line WHERE inbox = $1 AND ${events}.line = $2 AND position = head AND ended_at IS NULL
      )`),
    // Makes a dead letter of an event, and stores one in place of an event that is gone. $2 line, $3 token, $4 outcome,
    // $5 reason, $6 attempts.
    endUnreadable: end(`ended AS (
        UPDATE ${events} SET ended_at = now(), outcome = $4, reason = $5, attempts = $6::text::int
        FROM line WHERE inbox = $1 AND ${events}.line = $2 AND position = head
          AND (ended_at IS NULL OR ${isByHand})
        RETURNING true
      ), replaced AS (
        INSERT INTO ${events} (inbox, event_id, key, line, position, received_at, event,
          ended_at, outcome, reason, attempts)
        SELECT $1, '', gen_random_uuid(), $2, head, extract(epoch FROM now()) * 1000, '',
          now(), $4, $5, $6::text::int
        FROM line WHERE NOT EXISTS (SELECT FROM ended)
      )`),
    // $2 line, $3 token, $4 reason, $5 delay.
    retryLater: `
      WITH ${limit} UPDATE ${lines} SET ${free}, suspect = false, attempts = attempts + 1,
        reason = $4, run_at = clock_timestamp() + ${ms('$5')}
      FROM lock_limit WHERE ${held} RETURNING line`,
    // Returns the event without counting an attempt. $2 line, $3 token.
    putBack: `
      WITH ${limit} UPDATE ${lines} SET ${free} FROM lock_limit WHERE ${held} RETURNING line`,
    // The same for all events of a fetch. A locked one returns when its lease ends. $2 token.
    release: `
      WITH unlocked AS (
        SELECT inbox, line FROM ${lines} WHERE inbox = $1 AND token = $2 FOR UPDATE SKIP LOCKED
      )
      UPDATE ${lines} AS line SET ${free} FROM unlocked
      WHERE line.inbox = unlocked.inbox AND line.line = unlocked.line`,

    // The events of a worker that has died or lost its lease. Only one that was running alone can be the cause.
    recover: recover(''),
    // Their lines.
    expired: `SELECT line FROM ${lines} WHERE inbox = $1 AND token IS NOT NULL AND lease_end <= now()`,
    // $2 line.
    recoverOne: recover('AND line = $2'),
    // $2 retention.
    cleanUp: `
      DELETE FROM ${events} AS old USING (
        SELECT inbox, event_id, key FROM ${events} WHERE ${isOld}
        ORDER BY ended_at LIMIT 1000 FOR UPDATE SKIP LOCKED
      ) AS expired
      WHERE old.inbox = expired.inbox AND old.event_id = expired.event_id AND old.key = expired.key
      RETURNING old.event_id`,
    // $2 retention.
    old: `
      SELECT event_id, key::text FROM ${events} WHERE ${isOld} ORDER BY ended_at LIMIT 1000`,
    // $2 retention, $3 event id, $4 key.
    deleteOld: `
      WITH ${limit} DELETE FROM ${events} USING lock_limit
      WHERE inbox = $1 AND event_id = $3 AND key = $4::text::uuid AND ${endedAt} < ${retained}
      RETURNING event_id`,

    isPaused: `SELECT inbox FROM ${pauses} WHERE inbox = $1`,
    pause: `
      WITH ${limit} INSERT INTO ${pauses} (inbox) SELECT $1 FROM lock_limit ON CONFLICT DO NOTHING`,
    resume: `WITH ${limit} DELETE FROM ${pauses} USING lock_limit WHERE inbox = $1`,
    // $2 limit.
    deadLetters: `
      SELECT event_id, event, attempts::text, reason, (extract(epoch FROM ended_at) * 1000)::text
      FROM ${events} WHERE inbox = $1 AND outcome = 'dead_letter'
      ORDER BY ended_at DESC LIMIT $2::text::int`,
    // $2 event id.
    chooseById: choose(`event_id = $2 AND ${endedAt} < 'infinity'`),
    // $2 and $3: the first and the last time received.
    chooseByTime: choose(
      'ended_at IS NOT NULL AND received_at BETWEEN $2::text::float8 AND $3::text::float8',
    ),
    chooseDeadByTime: choose(
      `outcome = 'dead_letter' AND received_at BETWEEN $2::text::float8 AND $3::text::float8`,
    ),
    // $2 event ids, $3 their keys, $4 whether only dead letters.
    replayUnlocked: replay('SKIP LOCKED'),
    replay: replay(''),

    // $2 channel.
    notify: 'SELECT pg_notify($2, $1)::text',
  };
}
