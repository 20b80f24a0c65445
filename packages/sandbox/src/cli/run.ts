import { nearest } from '@screening-webhooks/testing/faults';
import { type Command, exitCodes, runProgram, type Terminal } from 'screening-webhooks-terminal';
import { isRecord, SandboxError } from '../handle/call-service.js';
import type { Host } from './host.js';
import { shown } from './output/print.js';
import { createSandboxProgram } from './program.js';

/**
 * Runs one command line. A refusal is printed as one sentence on stderr, with the exit code 1. Any other
 * error is a bug and is thrown.
 *
 * @param args The arguments after `node` and the script.
 */
export async function run(args: readonly string[], terminal: Terminal, host: Host): Promise<void> {
  const program = createSandboxProgram(terminal, host);
  const unknown = unknownCommand(program, args);
  if (unknown !== undefined) {
    terminal.err(`error: ${unknown}\n`);
    return terminal.exitWith(exitCodes.failed);
  }
  try {
    await runProgram(program, args, terminal, exitCodes.failed);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    terminal.err(`error: ${describeRefusal(error)}\n`);
    terminal.exitWith(exitCodes.failed);
  }
}

// The parser would pass it to `start`, as an excess argument.
function unknownCommand(program: Command, [first = '-']: readonly string[]): string | undefined {
  const names = program.commands.map((command) => command.name());
  if (first.startsWith('-') || names.includes(first)) return undefined;
  const meant = nearest(first, names);
  return `unknown command '${shown(first)}'${meant === undefined ? '' : ` (Did you mean ${meant}?)`}`;
}

function describeRefusal({ message, problem, status }: SandboxError): string {
  const errors = Array.isArray(problem?.['errors']) ? problem['errors'].filter(isRecord) : [];
  if (errors.length > 0) {
    return errors
      .map(({ param, message: fault }) =>
        shown(param === '' ? fault : `${param === 'setText' ? '--set' : param}: ${fault}`),
      )
      .join('; ');
  }
  if (typeof problem?.['detail'] === 'string') return shown(problem['detail']);
  return shown(status === undefined ? message : `the service answered ${status}: ${message}`);
}
