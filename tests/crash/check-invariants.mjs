/**
 * Checks what must hold after all events were delivered.
 *
 * @returns `{ counts, failures, kills }`: the figures of the scenario, and by invariant the ids (or texts) that break it. With
 * at least once as the promise, `repeated` may have some.
 */
export function checkInvariants(
  scenario,
  { reports, replayed, acked, runs, stuck, redelivered, died, faults, seconds },
) {
  const runsOf = new Map();
  for (const id of runs) runsOf.set(id, (runsOf.get(id) ?? 0) + 1);
  const ids = reports.map(({ event }) => event.id);
  const attempts = reports.flatMap((report) => report.attempts);

  const failures = {
    // After five attempts, and replays by hand until the timeout.
    'never acked': ids.filter((id) => !acked.has(id)),
    // An acked event, 202 included, must have its effect.
    missing: ids.filter((id) => acked.has(id) && !runsOf.has(id)),
    repeated: ids.filter((id) => runsOf.get(id) > 1),
    // An event that was acked before the next of its verification was sent must run before it.
    disordered: scenario.ordered ? disordered(reports, runs) : [],
    // Dead letters, and events of an inbox that do not end.
    stuck,
    // One more delivery of an acked event must be a duplicate.
    forgotten: [...acked].filter((id) => redelivered.get(id) !== 'duplicate'),
    // A process must survive crashed databases and cut connections.
    died,
  };
  const counts = {
    events: reports.length,
    deliveries: attempts.length,
    acked: acked.size,
    'by hand': replayed.replays,
    '5xx': attempts.filter(({ status }) => status >= 500).length,
    'no answer': attempts.filter(({ status }) => status === undefined).length,
    'kill -9': scenario.workers > 0 ? `${faults.receiver}+${faults.worker}` : `${faults.receiver}`,
    frozen: faults.freeze,
    restarts: faults.crash,
    cuts: faults.cut,
    missing: failures.missing.length,
    repeated: failures.repeated.length,
    disordered: scenario.ordered ? failures.disordered.length : '-',
    stuck: failures.stuck.length,
    forgotten: failures.forgotten.length,
    died: died.length,
    time: `${seconds.toFixed(1)} s`,
  };
  return { counts, failures, kills: faults.receiver + faults.worker };
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
