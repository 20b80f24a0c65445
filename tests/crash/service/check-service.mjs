import { digest } from './plain-receiver.mjs';

/**
 * Checks what must hold after all verifications and deliveries had the time to end.
 *
 * @returns `{ counts, failures, kills }`: the figures of the scenario, and by invariant the ids (or texts) that break it.
 */
export function checkService(run) {
  const { orders, refused, verifications, events, deliveries, endpoints, requests, effects } = run;
  const ofOrder = groupBy(verifications, ({ externalId }) => externalId);
  const ofSubject = groupBy(events, (event) => event.data.verificationId);
  const ofEvent = groupBy(deliveries, ({ eventId }) => eventId);
  const toToolkit = deliveries.filter(({ endpointId }) => endpointId === endpoints.toolkit.id);
  const toPlain = deliveries.filter(({ endpointId }) => endpointId === endpoints.plain.id);
  const runs = groupBy(effects, (id) => id);
  const arrived = groupBy(requests, ({ delivery, number }) => `${delivery} ${number}`);
  const attempts = deliveries.flatMap((delivery) =>
    delivery.attempts.map((attempt) => ({ ...attempt, name: `${delivery.id} ${attempt.number}` })),
  );
  const recorded = new Set(attempts.map(({ name }) => name));
  const bodies = new Map(toPlain.map(({ id, requestBody }) => [id, digest(requestBody)]));
  const ids = (found) => found.map(({ id }) => id);
  const accepted = orders.filter(({ externalId }) => !refused.includes(externalId));

  const failures = {
    // Retried with the same Idempotency-Key until the timeout.
    'not accepted': refused,
    // Each exists once, also when a client has sent it to several processes.
    'not created once': accepted
      .filter(({ externalId }) => ofOrder.get(externalId)?.length !== 1)
      .map(({ externalId }) => externalId),
    // With the status, and after the number of questions to its source, that its value says.
    'not ended': accepted.flatMap(({ externalId, expected }) =>
      (ofOrder.get(externalId) ?? [])
        .filter((each) => !isAs(each, expected))
        .map(({ status, attemptCount }) => `${externalId} ${status} after ${attemptCount}`),
    ),
    'without its event': accepted.flatMap(({ externalId, expected }) =>
      (ofOrder.get(externalId) ?? [])
        .filter(({ verificationId }) => {
          const found = ofSubject.get(verificationId) ?? [];
          return found.length !== 1 || found[0].type !== expected.type;
        })
        .map(({ verificationId }) => verificationId),
    ),
    'without its deliveries': ids(
      events.filter(({ id }) => {
        const to = new Set((ofEvent.get(id) ?? []).map(({ endpointId }) => endpointId));
        return to.size !== 2 || ofEvent.get(id).length !== 2;
      }),
    ),
    stuck: deliveries
      .filter(({ status }) => status !== 'succeeded' && status !== 'failed')
      .map(({ id, status }) => `${id} ${status}`),
    'against its policy': [
      ...toToolkit.filter((each) => !isByPolicy(each, endpoints.toolkit)),
      ...toPlain.filter((each) => !isByPolicy(each, endpoints.plain)),
    ].map(({ id, status, attempts: all }) => `${id} ${status}: ${all.map(({ state }) => state)}`),
    misnumbered: ids(
      deliveries.filter(
        ({ attempts: all, attemptCount }) =>
          all.length !== attemptCount || all.some(({ number }, index) => number !== index + 1),
      ),
    ),
    // A request that no attempt on record explains.
    'off the record': [...arrived.keys()].filter((name) => !recorded.has(name)),
    'sent twice': [...arrived].filter(([, all]) => all.length > 1).map(([name]) => name),
    'never sent': toPlain.flatMap(({ id, attempts: all }) =>
      all
        .filter(({ state, number }) => state === 'succeeded' && !arrived.has(`${id} ${number}`))
        .map(({ number }) => `${id} ${number}`),
    ),
    'other bytes': requests
      .filter(({ delivery, body }) => bodies.has(delivery) && bodies.get(delivery) !== body)
      .map(({ delivery, number }) => `${delivery} ${number}`),
    // Of the receiver with `transactional`.
    missing: toToolkit
      .filter(({ status, eventId }) => status === 'succeeded' && !runs.has(eventId))
      .map(({ eventId }) => eventId),
    repeated: [...runs].filter(([, all]) => all.length > 1).map(([id]) => id),
    // Errors and answers that an outage of the database does not explain.
    unexpected: [...run.unexpected, ...run.answers],
    died: run.died,
  };
  const { faults } = run;
  const count = (state) => attempts.filter((attempt) => attempt.state === state).length;
  const counts = {
    verifications: verifications.length,
    events: events.length,
    deliveries: deliveries.length,
    attempts: attempts.length,
    interrupted: count('interrupted'),
    failed: deliveries.filter(({ status }) => status === 'failed').length,
    'kill -9': `${faults.service}+${faults.receiver + faults.worker}`,
    frozen: faults.freeze,
    restarts: faults.crash,
    cuts: faults.cut,
    stuck: failures.stuck.length,
    'off record': failures['off the record'].length,
    'sent twice': failures['sent twice'].length,
    missing: failures.missing.length,
    repeated: failures.repeated.length,
    died: failures.died.length,
    time: `${run.seconds.toFixed(1)} s`,
  };
  return { counts, failures, kills: faults.service + faults.receiver + faults.worker };
}

function isAs({ status, attemptCount }, expected) {
  return status === expected.status && attemptCount === expected.attemptCount;
}

/** Whether a delivery has ended as its attempts and the policy of its endpoint say. */
function isByPolicy({ status, attempts }, { retryPolicy: { maxAttempts } }) {
  const counted = attempts.filter(({ state }) => state !== 'interrupted');
  const last = attempts.at(-1);
  if (counted.some(({ state }) => state === 'started')) return false;
  if (threeInterruptedInARow(attempts)) return false;
  const succeeded = counted.filter(({ state }) => state === 'succeeded').length;
  if (status === 'succeeded') {
    return succeeded === 1 && last.state === 'succeeded' && counted.length <= maxAttempts;
  }
  return succeeded === 0 && counted.length === maxAttempts && last.state === 'failed';
}

/** The third must have failed. */
function threeInterruptedInARow(attempts) {
  const states = attempts.map(({ state }) => state);
  return states.join().includes('interrupted,interrupted,interrupted');
}

function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(item);
  }
  return groups;
}
