type Statement =
  | 'exists'
  | 'admit'
  | 'wakeNext'
  | 'extend'
  | 'giveBack'
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
 * The SQL of the inbox on the tables of pg-boss, where pg-boss has none that fits.
 *
 * @param schema A name that needs no quotes.
 * @param leaseMs Milliseconds.
 */
export function jobStatements(
  schema: string,
  leaseMs: number,
): Readonly<Record<Statement, string>> {
  const job = `${schema}.job`;
  const state = (name: string): string => `'${name}'::${schema}.job_state`;
  const ms = (parameter: string): string => `${parameter}::float8 * interval '1 millisecond'`;
  // Each fetch sets another started_on, so it tells one holder of a job from the next.
  const token = 'extract(epoch FROM started_on)::text';
  const held = `name = $1 AND id = $2::uuid AND state = 'active' AND ${token} = $3`;
  // Counted from started_on, and stretched by each renewal: what goes back must not keep that for its next holder.
  const lease = `interval '${leaseMs} milliseconds'`;
  // fetch asks for start_after < now(), and the clock of PGlite counts milliseconds.
  const atOnce = "now() - interval '1 second'";

  return {
    exists: `SELECT true FROM ${job} WHERE name = $1 AND id = $2::uuid`,

    // What was fetched and may not start yet goes back, uncounted: all of it while paused; and who has an unfinished
    // one of its order before it, or a later one that was there to be started before it came.
    admit: `
      WITH fetched AS (
        SELECT id, singleton_key, arrival, started_on, ${token} AS token FROM ${job}
        WHERE name = $1 AND id = ANY ($2::uuid[]) AND state = 'active'
      ), judged AS (
        SELECT id, token,
          EXISTS (SELECT FROM ${schema}.inbox_paused WHERE name = $1) AS paused,
          EXISTS (
            SELECT FROM ${job} other
            WHERE other.name = $1 AND other.singleton_key = fetched.singleton_key
              AND other.state < 'completed' AND other.id <> fetched.id
              AND (other.arrival < fetched.arrival
                OR other.state = 'active' AND other.started_on < fetched.started_on)
          ) AS waits
        FROM fetched
      ), settled AS (
        UPDATE ${job} SET
          state = CASE WHEN waits OR paused THEN ${state('created')} ELSE state END,
          started_on = CASE WHEN waits OR paused THEN NULL ELSE started_on END,
          start_after = CASE WHEN waits THEN now() + ${lease} ELSE ${atOnce} END,
          expire_in = ${lease}
        FROM judged
        WHERE ${job}.name = $1 AND ${job}.id = judged.id
          AND (waits OR paused OR expire_in <> ${lease})
      )
      SELECT id, token, paused, waits FROM judged`,

    // Whoever is first of its order, and waits for its turn (not for its next attempt), may start.
    wakeNext: `
      UPDATE ${job} SET start_after = ${atOnce}
      WHERE name = $1 AND state = 'created' AND start_after > now() AND id IN (
        SELECT first.id FROM unnest($2::text[]) AS line (key), LATERAL (
          SELECT id FROM ${job}
          WHERE name = $1 AND singleton_key = line.key AND state < 'completed'
          ORDER BY arrival LIMIT 1
        ) first
        WHERE NOT EXISTS (
          SELECT FROM ${job} WHERE name = $1 AND singleton_key = line.key AND state = 'active'
        )
      )`,

    extend: `
      UPDATE ${job} SET expire_in = clock_timestamp() - started_on + ${lease}
      WHERE ${held} RETURNING true`,

    giveBack: `
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

    // What silent workers held. It is no attempt; but an event that takes down its worker each time is given up in the end.
    recover: `
      WITH silent AS (
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
      FROM silent WHERE ${job}.name = $1 AND ${job}.id = silent.id
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

  // At the end of its line, in the order of before: a later one of the line may be running.
  function replay(which: string): string {
    return `
      WITH chosen AS (
        SELECT id FROM ${job} WHERE name = $1 AND ${which} ORDER BY arrival FOR UPDATE
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
