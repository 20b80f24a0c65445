// The calls of a database of SQLite, and a kill at one of them.

/**
 * A database that reports each call, and ends this process with `kill -9` at one of them.
 *
 * @param at `{ call, side }`: the number of the call, from 1, and `before` or `after`. Without it, nothing is killed.
 * @param onCall Called with the SQL, before each call.
 */
export function killAt(database, at, onCall) {
  let calls = 0;
  const killIf = (side) => {
    if (at?.call === calls && at.side === side) process.kill(process.pid, 'SIGKILL');
  };
  const count = (sql, call) => {
    calls += 1;
    onCall(sql);
    killIf('before');
    try {
      return call();
    } finally {
      killIf('after');
    }
  };
  return {
    exec: (sql) => count(sql, () => database.exec(sql)),
    prepare(sql) {
      const statement = database.prepare(sql);
      return {
        all: (...values) => count(sql, () => statement.all(...values)),
        run: (...values) => count(sql, () => statement.run(...values)),
      };
    },
  };
}

/**
 * The kills of a run: before each call, after each COMMIT, and at the end. Between another call and the next one, the file
 * stays as it is. So it does at a PRAGMA, which only the connection has.
 *
 * @param calls `{ phase, sql }` of each call of a whole run. The COMMIT of its last phase ends the event.
 * @returns `{ at, phase, name, isDone }` for each kill. `isDone`: whether the event has ended before it. The last has no `at`.
 */
export function stepsIn(calls) {
  const last = calls.at(-1)?.phase;
  const end = calls.findLastIndex(({ phase, sql }) => phase === last && sql === 'COMMIT');
  const steps = numbered(calls).flatMap(({ phase, sql, call }) => {
    const step = (side) => ({
      at: { call, side },
      phase,
      name: `${side} ${shortOf(sql)} of ${phase} (call ${call})`,
      isDone: end !== -1 && call > (side === 'after' ? end : end + 1),
    });
    return sql === 'COMMIT' ? [step('before'), step('after')] : [step('before')];
  });
  return [...steps, { name: 'at the end', isDone: true }];
}

/** A line for each phase, with its calls. */
export function linesOf(calls) {
  const lines = new Map();
  for (const { phase, sql, call } of numbered(calls)) {
    lines.set(phase, [...(lines.get(phase) ?? []), `${call} ${shortOf(sql)}`]);
  }
  return [...lines].map(([phase, texts]) => `${phase}: ${texts.join(', ')}`);
}

/** The calls with their numbers, without those of a PRAGMA. */
function numbered(calls) {
  return calls
    .map((each, index) => ({ ...each, call: index + 1 }))
    .filter(({ sql }) => !/pragma/i.test(sql));
}

/** The start of a statement, in a line. */
function shortOf(sql) {
  const [start] = sql.replace(/screening_webhook_(?:inbox_)?|"/g, '').split(/\s+[(=]/);
  return start
    .replace(/IF NOT EXISTS |\s+(?=\s)/g, '')
    .slice(0, 40)
    .trim();
}
