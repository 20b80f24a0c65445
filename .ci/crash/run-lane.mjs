import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scratchFolder } from './cleanup.mjs';
import { carryOut } from './damage.mjs';
import { planOf, seedFor } from './plan.mjs';
import { openProxy } from './proxy.mjs';
import { servers } from './servers.mjs';
import { deliverAll, eventsFor, replayAll, serviceFor } from './stream.mjs';
import { supervise } from './supervisor.mjs';
import { judge } from './verdict.mjs';

/**
 * Runs one lane: its own server, its own processes, damage according to the seed.
 *
 * @param load `{ events, perSecond, eventsPerKill, patience }`
 * @returns what happened, and what must not have happened: see `judge`.
 */
export async function runLane(lane, file, seed, load) {
  const start = performance.now();
  // Of its own: a port that one lane has left may be the next lane's.
  const secret = `whsec_${lane.name}`;
  const server = await servers[lane.server].create();
  await server.start();
  const proxy = await openProxy(server.socketPath);
  const place = {
    lane: file,
    port: proxy.port,
    file: join(scratchFolder(), 'effects'),
    secret,
  };
  await lane.prepare?.(place);
  const roles = [
    ...Array.from({ length: lane.receivers }, () => 'receiver'),
    ...Array.from({ length: lane.workers }, () => 'worker'),
  ];
  const processes = await Promise.all(roles.map((role) => supervise(role, place)));
  const receivers = processes.filter(({ role }) => role === 'receiver');

  const kills = Math.ceil(load.events / load.eventsPerKill);
  const plan = planOf(seedFor(seed, lane.name), {
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
  const { service, byHand } = serviceFor(receivers, secret);
  const [reports, damage] = await Promise.all([
    deliverAll(events, service, { perSecond: load.perSecond, inTurn: lane.ordered, progress }),
    carryOut(plan, { processes, server, proxy, progress }),
  ]);
  const given = reports.filter((report) => !report.acked).map(({ event }) => event);
  const replayed = await replayAll(given, byHand, load.patience);
  const unfinished = await untilFinished(() => lane.unfinished(place), load.patience);
  const runs = await lane.runs(place);

  const acked = new Set([
    ...reports.filter((report) => report.acked).map(({ event }) => event.id),
    ...replayed.acked.keys(),
  ]);
  const again = await replayAll(
    events.filter(({ id }) => acked.has(id)),
    byHand,
    load.patience,
  );

  for (const process of processes) process.end();
  proxy.close();
  await server.crash();
  const died = processes.flatMap((process) => process.died);
  const seconds = (performance.now() - start) / 1000;
  return judge(lane, {
    reports,
    replayed,
    acked,
    runs,
    unfinished,
    again: again.acked,
    died,
    damage,
    seconds,
  });
}

/** @returns what is unfinished even after the patience: nothing, as a rule. */
async function untilFinished(unfinished, patience) {
  const end = Date.now() + patience;
  for (;;) {
    const left = await unfinished();
    if (left.length === 0 || Date.now() > end) return left;
    await sleep(100);
  }
}
