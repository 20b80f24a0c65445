// What must hold after the stream has drained.

/**
 * @returns `{ counts, failures }`: the figures of the lane, and by invariant the ids (or texts) that break it. Only
 * `repeated` may have some where the promise is at least once.
 */
export function judge(lane, { reports, runs, unfinished, again, died, damage, seconds }) {
  const runsOf = new Map();
  for (const id of runs) runsOf.set(id, (runsOf.get(id) ?? 0) + 1);
  const idsOf = (matches) => reports.filter(matches).map(({ id }) => id);
  const attempts = reports.flatMap((report) => report.attempts);

  const failures = {
    // Five attempts, and then by hand until patience ended.
    'never acked': idsOf((report) => !report.acked),
    // Whatever was acked, 202 included, has happened.
    missing: idsOf((report) => report.acked && !runsOf.has(report.id)),
    repeated: idsOf(({ id }) => runsOf.get(id) > 1),
    // What was acked before the next of its verification was sent comes before it.
    disordered: lane.ordered ? disordered(reports, runs) : [],
    // A claim that nobody ends, a job that nobody takes, a dead letter.
    stuck: unfinished,
    // An acked event that comes once more is a duplicate.
    forgotten: [...again].filter(([, outcome]) => outcome !== 'duplicate').map(([id]) => id),
    // Databases come and go, connections break: a process outlasts it.
    died,
  };
  const counts = {
    events: reports.length,
    deliveries: attempts.length,
    acked: idsOf((report) => report.acked).length,
    'by hand': reports.reduce((sum, { byHand }) => sum + byHand, 0),
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
    time: `${seconds.toFixed(1)} s`,
  };
  return { counts, failures, kills: damage.receiver + damage.worker };
}

function disordered(reports, runs) {
  const acked = reports.filter((report) => report.acked);
  const place = new Map(acked.map(({ id }) => [id, runs.indexOf(id)]));
  const overtook = (later, earlier) =>
    later.verification === earlier.verification &&
    earlier.ackedAt <= later.sentAt &&
    place.get(later.id) < place.get(earlier.id);
  return acked
    .filter((later) => acked.some((earlier) => overtook(later, earlier)))
    .map(({ id }) => id);
}
