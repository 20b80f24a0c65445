import { once } from 'node:events';
import { basename } from 'node:path';
import { type Terminal, UsageError } from 'screening-webhooks-terminal';
import type { OnEvent, ServiceEvent, StopReason } from '../../service/config/service-config.js';
import { causesOf, findDatabaseCrash, framesOf, printError } from '../../service/db/errors.js';
import { JobError } from '../../service/engine/job-failures.js';
import type { Service, ServiceDependencies } from '../../service/start-service.js';
import { stopSignals, untilStopped } from '../running-service/until-stopped.js';

// Time to answer the open requests with an error. Nothing else can be done without the database.
const CUT_AFTER_MS = 500;

/**
 * Runs a service until a signal, or until its database has ended permanently.
 *
 * @param begin Called when the service runs. Returns a function to call when it stops.
 * @throws UsageError when the database has ended. The service is closed by then.
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
    // The first crash is reported at the end. The others follow from it.
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
  // The listener keeps the process alive.
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
  return stopSignals.find((signal) => signal === stop.reason) ?? 'SIGINT';
}

interface EventLog {
  readonly onEvent: OnEvent;
  /** Reports a failure of the service itself. */
  failure(error: unknown): void;
  /** @param line The text for a person, who may see names of files. */
  warning(code: Extract<ServiceEvent, { event: 'warning' }>['code'], line: string): void;
}

type JobEvent = Extract<ServiceEvent, { event: 'job' }>;

const MOST_FRAMES = 10;

/** Writes every event, each as a line of JSON. */
export function jsonLog({ err }: Pick<Terminal, 'err'>): EventLog {
  const onEvent: OnEvent = (event) =>
    err(`${JSON.stringify({ time: new Date().toISOString(), ...event })}\n`);
  return {
    onEvent,
    failure: (error) => onEvent(describeFailure(error)),
    warning: (code) => onEvent({ event: 'warning', code }),
  };
}

/** Writes failures, warnings and the stop, for a person. */
export function textLog({ err }: Pick<Terminal, 'err'>): EventLog {
  return {
    onEvent(event) {
      if (event.event === 'job') err(`screening-sandbox: ${describeJob(event)}\n`);
      // The end of the database is reported as the error of the command.
      if (event.event !== 'stopping' || event.reason === 'database_ended') return;
      err(`screening-sandbox: stopping at ${event.reason}, once the work in progress has ended\n`);
    },
    failure: (error) => err(`screening-sandbox: ${printError(error)}\n`),
    warning: (_code, line) => err(line),
  };
}

function describeJob({ kind, id, outcome, reason, left }: JobEvent): string {
  const what = `the job ${kind} of ${id}`;
  if (outcome === 'parked') {
    return `${what} is parked: it has failed too often (${reason}). Release it with \`screening-sandbox clock release\`.`;
  }
  if (left === null) return `${what} has ended: it has failed too often (${reason}).`;
  return `${what} has left ${left} of its members as they were (${reason}).`;
}

function describeFailure(error: unknown): ServiceEvent {
  const causes = causesOf(error);
  const errors = causes.map((each) => ({
    name: each.constructor.name,
    code: 'code' in each && typeof each.code === 'string' ? each.code : null,
  }));
  // The innermost error is closest to the fault.
  const innermost = causes.at(-1);
  const job = error instanceof JobError ? error.job : null;
  const at = innermost ? framesOf(innermost).slice(0, MOST_FRAMES).map(withoutFolders) : [];
  return { event: 'failure', job, errors, at };
}

/** The function of a frame, with its file but without the folders, which may name a person. */
function withoutFolders(frame: string): string {
  const [, name = '', place = ''] = /^ {4}at (?:(.+?) \()?(.*?)\)?$/.exec(frame) ?? [];
  return `${name} ${basename(place)}`.trim();
}
