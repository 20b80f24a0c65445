type Statement =
  | 'exists'
  | 'admit'
  | 'unblockFirst'
  | 'extend'
  | 'putBack'
  | 'retryLater'
  | 'giveUp'
  | 'recover'
  | 'deadLetters'
  | 'replayById'
  | 'replayByTime'
  | 'cleanUp'
  | 'paused'
  | 'pause'
  | 'resume';

/**
 * The inbox's own SQL on the tables of pg-boss, for operations that pg-boss does not offer.
 *
 * @param schema A name that is valid without quotes.
 * @param leaseMs Milliseconds.
 */
export function jobStatements(
  schema: string,
  leaseMs: number,
): Readonly<Record<Statement, string>> {
  const job = `${schema}.job`;
  const state = (name: string): string => `'${name}'::${schema}.job_state`;
  const ms = (parameter: string): string => `${parameter}::float8 * interval '1 millisecond'`;
  // Each fetch sets a new started_on, so it identifies the holder of a job.
  const token = 'extract(epoch FROM started_on)::text';
  const held = `name = $1 AND id = $2::uuid AND state = 'active' AND ${token} = $3`;
  // expire_in counts from started_on, and each renewal extends it. It is reset before another worker can fetch the job.
  const lease = `interval '${leaseMs} milliseconds'`;
  // pg-boss fetches jobs with start_after < now(), and now() has only millisecond precision on PGlite.
  const atOnce = "now() - interval '1 second'";

  return {
    exists: `SELECT true FROM ${job} WHERE name = $1 AND id = $2::uuid`,

    // Puts back, without counting an attempt, the fetched jobs that may not start: all of them while the inbox is paused;
    // those with an unfinished job before them in their order; and those whose order has a job that was started earlier.
    admit: `
      WITH fetched AS (
        SELECT id, singleton_key, arrival, started_on, ${token} AS token FROM ${job}
        WHERE name = $1 AND id = ANY ($2::uuid[]) AND state = 'active'
      ), checked AS (
        SELECT id, token,
          EXISTS (SELECT FROM ${schema}.inbox_paused WHERE name = $1) AS paused,
          EXISTS (
            SELECT FROM ${job} other
            WHERE other.name = $1 AND other.singleton_key = fetched.singleton_key
              AND other.state < 'completed' AND other.id <> fetched.id
              AND (other.arrival < fetched.arrival
                OR other.state = 'active' AND other.started_on < fetched.started_on)
          ) AS blocked
        FROM fetched
      ), updated AS (
        UPDATE ${job} SET
          state = CASE WHEN blocked OR paused THEN ${state('created')} ELSE state END,
          started_on = CASE WHEN blocked OR paused THEN NULL ELSE started_on END,
          start_after = CASE WHEN blocked THEN now() + ${lease} ELSE ${atOnce} END,
          expire_in = ${lease}
        FROM checked
        WHERE ${job}.name = $1 AND ${job}.id = checked.id
          AND (blocked OR paused OR expire_in <> ${lease})
      )
      SELECT id, token, paused, blocked FROM checked`,

    // Only jobs in state created: one in state retry waits for its next attempt, not for its turn.
    unblockFirst: `
      UPDATE ${job} SET start_after = ${atOnce}
      WHERE name = $1 AND state = 'created' AND start_after > now() AND id IN (
        SELECT first.id FROM unnest($2::text[]) AS requested (key), LATERAL (
          SELECT id FROM ${job}
          WHERE name = $1 AND singleton_key = requested.key AND state < 'completed'
          ORDER BY arrival LIMIT 1
        ) first
        WHERE NOT EXISTS (
          SELECT FROM ${job} WHERE name = $1 AND singleton_key = requested.key AND state = 'active'
        )
      )`,

    extend: `
      UPDATE ${job} SET expire_in = clock_timestamp() - started_on + ${lease}
      WHERE ${held} RETURNING true`,

    putBack: `
      UPDATE ${job} SET
        state = 'created', started_on = NULL, start_after = ${atOnce}, expire_in = ${lease}
      WHERE ${held}`,

    retryLater: `
      UPDATE ${job} SET
        state = 'retry', started_on = NULL, start_after = now() + ${ms('$5')}, expire_in = ${lease},
        retry_count = retry_count + 1,
        output = jsonb_build_object('reason', $4::text, 'crashes', output->'crashes')
      WHERE ${held}`,

    giveUp: `
      UPDATE ${job} SET
        state = 'failed', completed_on = now(),
        output = jsonb_build_object('reason', $4::text, 'attempts', retry_count + 1)
      WHERE ${held}`,

    // A lost worker does not count as an attempt. But an event that crashes its worker every time is given up eventually.
    recover: `
      WITH expired AS (
        SELECT id, coalesce((output->>'crashes')::int, 0) + 1 AS crashes FROM ${job}
        WHERE name = $1 AND state = 'active' AND started_on + expire_in < now()
        FOR UPDATE SKIP LOCKED
      )
      UPDATE ${job} SET
        state = CASE WHEN crashes <= $2::int THEN ${state('created')} ELSE ${state('failed')} END,
        completed_on = CASE WHEN crashes <= $2::int THEN NULL ELSE now() END,
        started_on = NULL, start_after = ${atOnce}, expire_in = ${lease},
        output = jsonb_build_object(
          'reason', 'Its worker died or lost its lease, ' || crashes || ' times.',
          'attempts', retry_count + crashes, 'crashes', crashes)
      FROM expired WHERE ${job}.name = $1 AND ${job}.id = expired.id
      RETURNING singleton_key`,

    deadLetters: `
      SELECT data->>'event' AS event, (output->>'attempts')::int AS attempts,
        output->>'reason' AS reason, extract(epoch FROM completed_on)::float8 * 1000 AS given_up_at
      FROM ${job} WHERE name = $1 AND state = 'failed'
      ORDER BY completed_on DESC LIMIT $2::int`,

    replayById: replay(`id BETWEEN $2::uuid AND $3::uuid AND state IN ('completed', 'failed')`),

    replayByTime: replay(`
      state IN ('completed', 'failed') AND (state = 'failed' OR NOT $4::boolean)
      AND (data->>'receivedAt')::float8 BETWEEN $2::float8 AND $3::float8`),

    cleanUp: `
      DELETE FROM ${job} WHERE name = $1 AND id IN (
        SELECT id FROM ${job}
        WHERE name = $1 AND state > 'active' AND completed_on < now() - ${ms('$2')}
        ORDER BY completed_on LIMIT 1000 FOR UPDATE SKIP LOCKED
      ) RETURNING true`,

    paused: `SELECT true FROM ${schema}.inbox_paused WHERE name = $1`,
    pause: `INSERT INTO ${schema}.inbox_paused (name) VALUES ($1) ON CONFLICT DO NOTHING`,
    resume: `DELETE FROM ${schema}.inbox_paused WHERE name = $1`,
  };

  // Replayed jobs keep their relative order and go behind all other jobs, because a later job of the order may be running.
  function replay(condition: string): string {
    return `
      WITH chosen AS (
        SELECT id FROM ${job} WHERE name = $1 AND ${condition} ORDER BY arrival FOR UPDATE
      ), numbered AS (
        SELECT id, nextval('${schema}.inbox_arrivals') AS arrival FROM chosen
      )
      UPDATE ${job} SET
        state = 'created', arrival = numbered.arrival, start_after = ${atOnce}, expire_in = ${lease},
        retry_count = 0, started_on = NULL, completed_on = NULL, output = NULL
      FROM numbered WHERE ${job}.name = $1 AND ${job}.id = numbered.id
      RETURNING true`;
  }
}
