import type { Exchange } from '../../http/exchange.js';
import type { Bench } from '../bench.js';
import { type Finding, failed, isAck, passed, unproven } from '../finding.js';
import type { Probe } from '../probe.js';

const POLL_MS = 50;
const SETTLE_MS = 200;

/** What a row says that cannot see what it is about. */
export const NO_PROBE = 'needs --probe';
export const NO_ARMING = 'needs a probe that makes handlers slow or fail';

/** Runs a row that asks the probe; without one, it is unproven. */
export function withProbe(
  look: (bench: Bench, probe: Probe) => Promise<Finding>,
): (bench: Bench) => Promise<Finding> {
  return async (bench) =>
    bench.trial.probe === undefined ? unproven(NO_PROBE) : look(bench, bench.trial.probe);
}

/** How often an event was handled, once nothing more is to be expected: after the first time, or `patience` milliseconds. */
export async function settledCount(
  bench: Bench,
  probe: Probe,
  id: string,
  patience = 2000,
): Promise<number> {
  const { now } = bench.trial.host;
  for (const end = now() + patience; now() < end; await bench.sleep(POLL_MS)) {
    if ((await probe.handled(id)) > 0) break;
  }
  await bench.sleep(SETTLE_MS);
  return probe.handled(id);
}

/** Sends until the service would be content, as often as it would try. */
export async function sendUntilAcked(
  send: () => Promise<Exchange>,
  bench: Bench,
  pause: number,
): Promise<Exchange> {
  let result = await send();
  for (let attempt = 1; attempt < 5 && !isAck(result); attempt += 1) {
    await bench.sleep(pause);
    result = await send();
  }
  return result;
}

/** Passes for exactly one; says what else. */
export function once(count: number, answers: string): Finding {
  if (count === 1) return passed(`${answers}; handled once`);
  return failed(`${answers}; ${count === 0 ? 'not handled' : `handled ${count} times`}`);
}
