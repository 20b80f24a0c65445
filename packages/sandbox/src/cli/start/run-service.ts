import { once } from 'node:events';
import { type Terminal, UsageError } from 'screening-webhooks-terminal';
import type { StopReason } from '../../service/config/service-config.js';
import { findDatabaseCrash } from '../../service/db/errors.js';
import type { Service, ServiceDependencies } from '../../service/start-service.js';
import { untilStopped } from '../running-service/until-stopped.js';
import type { EventLog } from './event-log.js';

// Time to answer the open requests with an error. Nothing else can be done without the database.
const CUT_AFTER_MS = 500;

/**
 * Runs a service until a signal, or until its database has ended for good.
 *
 * @param begin Called when it runs. What it returns is called when it stops.
 * @throws UsageError when the database has ended. Nothing runs then.
 */
export async function runService(
  start: (onError: ServiceDependencies['onError']) => Promise<Service>,
  begin: (service: Service) => () => void,
  terminal: Terminal,
  log: EventLog,
): Promise<void> {
  const crashed = new AbortController();
  const service = await start((error) => {
    const crash = findDatabaseCrash(error);
    // The first of them is told at the end. All others follow from it.
    if (crash) crashed.abort(crash);
    else log.failure(error);
  });
  let end: () => void;
  try {
    end = begin(service);
  } catch (error) {
    await service.close();
    throw error;
  }
  // The listener keeps the process alive meanwhile.
  await untilStopped(terminal, async (stop) => {
    const ending = AbortSignal.any([stop, crashed.signal]);
    if (!ending.aborted) await once(ending, 'abort');
    const reason = findReason(stop);
    log.onEvent({ event: 'stopping', reason });
    end();
    await service.close(crashed.signal.aborted ? CUT_AFTER_MS : undefined);
    log.onEvent({ event: 'stopped', reason });
  });
  const crash = findDatabaseCrash(crashed.signal.reason);
  if (crash) throw new UsageError(crash.message);
}

function findReason(stop: AbortSignal): StopReason {
  if (!stop.aborted) return 'database_ended';
  return stop.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT';
}
