// What must hold after the stream has drained.

/**
 * @returns `{ counts, failures }`: the figures of the lane, and by invariant the ids (or texts) that break it. Only
 * `repeated` may have some where the promise is at least once.
 */
export function judge(
  lane,
  { reports, replayed, acked, runs, unfinished, again, died, damage, seconds },
) {
  const runsOf = new Map();
  for (const id of runs) runsOf.set(id, (runsOf.get(id) ?? 0) + 1);
  const ids = reports.map(({ event }) => event.id);
  const attempts = reports.flatMap((report) => report.attempts);

  const failures = {
    // Five attempts, and then by hand until patience ended.
    'never acked': ids.filter((id) => !acked.has(id)),
    // Whatever was acked, 202 included, has happened.
    missing: ids.filter((id) => acked.has(id) && !runsOf.has(id)),
    repeated: ids.filter((id) => runsOf.get(id) > 1),
    // What was acked before the next of its verification was sent comes before it.
    disordered: lane.ordered ? disordered(reports, runs) : [],
    // A claim that nobody ends, a job that nobody takes, a dead letter.
    stuck: unfinished,
    // An acked event that comes once more is a duplicate.
    forgotten: [...acked].filter((id) => again.get(id) !== 'duplicate'),
    // Databases come and go, connections break: a process outlasts it.
    died,
  };
  const counts = {
    events: reports.length,
    deliveries: attempts.length,
    acked: acked.size,
    'by hand': replayed.replays,
    '5xx': attempts.filter(({ status }) => status >= 500).length,
    'no answer': attempts.filter(({ status }) => status === undefined).length,
    'kill -9': lane.workers > 0 ? `${damage.receiver}+${damage.worker}` : `${damage.receiver}`,
    frozen: damage.freeze,
    restarts: damage.crash,
    cuts: damage.cut,
    missing: failures.missing.length,
    repeated: failures.repeated.length,
    disordered: lane.ordered ? failures.disordered.length : '-',
    stuck: failures.stuck.length,
    forgotten: failures.forgotten.length,
    died: died.length,
    time: `${seconds.toFixed(1)} s`,
  };
  return { counts, failures, kills: damage.receiver + damage.worker };
}

function disordered(reports, runs) {
  const firstRun = new Map(reports.map(({ event }) => [event.id, runs.indexOf(event.id)]));
  const acked = reports.filter(({ acked, event }) => acked && firstRun.get(event.id) >= 0);
  const overtook = (later, earlier) =>
    later.event.data.verificationId === earlier.event.data.verificationId &&
    earlier.ackedAt <= later.sentAt &&
    firstRun.get(later.event.id) < firstRun.get(earlier.event.id);
  return acked
    .filter((later) => acked.some((earlier) => overtook(later, earlier)))
    .map(({ event }) => event.id);
}
