import type { Exchange } from '../../http/exchange.js';
import type { CheckContext } from '../check-context.js';
import { type Finding, failed, isAck, passed, unproven } from '../finding.js';
import type { Probe } from '../probe.js';

const POLL_MS = 50;
const SETTLE_MS = 200;

/** Why a check is unproven when there is no probe. */
export const NO_PROBE = 'needs --probe';
/** Why a check is unproven when the probe only counts. */
export const NO_ARMING = 'needs a probe that makes handlers slow or fail';

/** Wraps a check that asks the probe; without a probe, the check is unproven. */
export function withProbe(
  run: (context: CheckContext, probe: Probe) => Promise<Finding>,
): (context: CheckContext) => Promise<Finding> {
  return async (context) => {
    const { probe } = context.settings;
    return probe === undefined ? unproven(NO_PROBE) : run(context, probe);
  };
}

/**
 * How often an event was handled, read once it was handled and no run of its handler is left, or after `limitMs`. A run
 * that starts later is noticed for another 200 ms.
 */
export async function finalCount(
  context: CheckContext,
  probe: Probe,
  id: string,
  limitMs = 2000,
): Promise<number> {
  const { now } = context.settings.host;
  for (const end = now() + limitMs; now() < end; await context.sleep(POLL_MS)) {
    const { handled, running = 0 } = await probe.runsOf(id);
    if (handled > 0 && running === 0) break;
  }
  await context.sleep(SETTLE_MS);
  return (await probe.runsOf(id)).handled;
}

/** Sends until a 2xx, five times at most, as the service does. */
export async function sendUntilAcked(
  send: () => Promise<Exchange>,
  context: CheckContext,
  pauseMs: number,
): Promise<Exchange> {
  let result = await send();
  for (let attempt = 1; attempt < 5 && !isAck(result); attempt += 1) {
    await context.sleep(pauseMs);
    result = await send();
  }
  return result;
}

/** Passes when the event was handled exactly once. */
export function handledOnce(count: number, answers: string): Finding {
  if (count === 1) return passed(`${answers}; handled once`);
  return failed(`${answers}; ${count === 0 ? 'not handled' : `handled ${count} times`}`);
}
