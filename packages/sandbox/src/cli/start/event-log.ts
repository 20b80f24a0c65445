import { basename } from 'node:path';
import type { Terminal } from 'screening-webhooks-terminal';
import type { OnEvent, ServiceEvent } from '../../service/config/service-config.js';
import { printError } from '../../service/db/errors.js';

type WarningCode = Extract<ServiceEvent, { event: 'warning' }>['code'];

/** Tells an operator on stderr what happens. */
export interface EventLog {
  readonly onEvent: OnEvent;
  /** Tells of a failure of the service itself. */
  failure(error: unknown): void;
  /** @param line Its text for a person, who may see names of files. */
  warning(code: WarningCode, line: string): void;
}

const MOST_FRAMES = 10;
const MOST_CAUSES = 5;

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
      // The end of the database is told as the error of the command.
      if (event.event !== 'stopping' || event.reason === 'database_ended') return;
      err(`screening-sandbox: stopping at ${event.reason}, once the work in progress has ended\n`);
    },
    failure: (error) => err(`screening-sandbox: ${printError(error)}\n`),
    warning: (_code, line) => err(line),
  };
}

function describeFailure(error: unknown): ServiceEvent {
  const errors: { name: string; code: string | null }[] = [];
  let at: readonly string[] = [];
  for (let each = error; each instanceof Error && errors.length < MOST_CAUSES; each = each.cause) {
    const code = 'code' in each && typeof each.code === 'string' ? each.code : null;
    errors.push({ name: each.constructor.name, code });
    // The innermost error knows best where it was.
    at = framesIn(each);
  }
  return { event: 'failure', errors, at };
}

/** The functions of a stack, with their files but without the folders, which may name a person. */
function framesIn({ stack = '', message }: Error): readonly string[] {
  // A message may have lines that look like a frame.
  const start = stack.indexOf(message);
  if (start === -1) return [];
  return [...stack.slice(start + message.length).matchAll(/^ {4}at (?:(.+?) \()?(.*?)\)?$/gm)]
    .slice(0, MOST_FRAMES)
    .map(([, name = '', place = '']) => `${name} ${basename(place)}`.trim());
}
