import { join } from 'node:path';
import { checkInvariants } from './check-invariants.mjs';
import { scratchFolder } from './cleanup.mjs';
import { injectFaults } from './inject-faults.mjs';
import { planFaults, seedFor } from './plan-faults.mjs';
import { openProxy } from './proxy.mjs';
import { servers } from './servers.mjs';
import { deliverAll, eventsFor, replayAll, sendersFor } from './stream.mjs';
import { supervise } from './supervisor.mjs';
import { until } from './until.mjs';

/**
 * Sends a stream of events to a scenario with its own server, its own processes, and faults that the seed determines.
 *
 * @param which `{ file, name }`: where processes find the scenario.
 * @param load `{ events, perSecond, eventsPerKill, timeout }`
 * @returns the result of `checkInvariants`.
 */
export async function runStream(scenario, which, seed, load) {
  const start = performance.now();
  // One for each scenario: the next one may get the same port.
  const secret = `whsec_${scenario.name}`;
  const server = await servers[scenario.server].create();
  await server.start();
  const proxy = await openProxy(server.socketPath);
  const context = {
    scenario: which,
    port: proxy.port,
    file: join(scratchFolder(), 'effects'),
    secret,
  };
  await scenario.prepare?.(context);
  const roles = [
    ...Array.from({ length: scenario.receivers }, () => 'receiver'),
    ...Array.from({ length: scenario.workers }, () => 'worker'),
  ];
  const ofStream = seedFor(seed, scenario.name);
  const processes = await Promise.all(
    roles.map((role, index) =>
      supervise(role, context, { seed: seedFor(ofStream, `process ${index}`) }),
    ),
  );
  const receivers = processes.filter(({ role }) => role === 'receiver');

  const kills = Math.ceil(load.events / load.eventsPerKill);
  const plan = planFaults(ofStream, {
    events: load.events,
    processes: processes.length,
    counts: {
      kill: kills,
      freeze: Math.ceil(kills / 4),
      crash: Math.ceil(kills / 4),
      cut: Math.ceil(kills / 2),
    },
  });
  const events = eventsFor(load.events);
  const progress = { sent: 0 };
  const { service, byHand } = sendersFor(receivers, secret);
  const [reports, faults] = await Promise.all([
    deliverAll(events, service, { perSecond: load.perSecond, inOrder: scenario.ordered, progress }),
    injectFaults(plan, { processes, server, proxy, progress }),
  ]);
  const unacked = reports.filter((report) => !report.acked).map(({ event }) => event);
  const replayed = await replayAll(unacked, byHand, load.timeout);
  const acked = new Set([
    ...reports.filter((report) => report.acked).map(({ event }) => event.id),
    ...replayed.acked.keys(),
  ]);
  await until(async () => acked.size === ranOf(await scenario.runs(context), acked), load.timeout);
  const runs = await scenario.runs(context);
  const redelivered = await replayAll(
    events.filter(({ id }) => acked.has(id)),
    byHand,
    load.timeout,
  );
  const stuck = scenario.openInbox
    ? await stuckIn(scenario.openInbox(context), acked, load.timeout)
    : [];

  for (const process of processes) process.end();
  proxy.close();
  await server.crash();
  server.end?.();
  const died = processes.flatMap((process) => process.died);
  const seconds = (performance.now() - start) / 1000;
  return checkInvariants(scenario, {
    reports,
    replayed,
    acked,
    runs,
    stuck,
    redelivered: redelivered.acked,
    died,
    faults,
    seconds,
  });
}

/** @returns how many of the events had an effect. */
function ranOf(runs, acked) {
  return new Set(runs.filter((id) => acked.has(id))).size;
}

/** @returns the dead letters, and the events that do not end within the timeout: an inbox replays those that have ended. */
async function stuckIn({ inbox, close }, acked, timeout) {
  const found = (await inbox.deadLetters()).map(({ event }) => `${event.id} dead letter`);
  const waiting = [...acked];
  const ends = (id) => until(async () => (await inbox.replay({ id })) > 0, timeout);
  const checkNext = async () => {
    for (let id = waiting.shift(); id; id = waiting.shift()) if (!(await ends(id))) found.push(id);
  };
  await Promise.all([checkNext(), checkNext(), checkNext(), checkNext()]);
  await close();
  return found;
}
