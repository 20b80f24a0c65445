import { exitCodes, runProgram, type Terminal } from '@screening-webhooks/terminal';
import { SandboxError } from '../sandbox/sandbox-error.js';
import type { Host } from './host.js';
import { createSandboxProgram } from './program.js';

/**
 * Runs one command line. What the command cannot do is printed as one sentence on stderr, with the exit code 1. Any other
 * error is a bug and is thrown.
 *
 * @param args The arguments after `node` and the script.
 */
export async function run(args: readonly string[], terminal: Terminal, host: Host): Promise<void> {
  const program = createSandboxProgram(terminal, host);
  try {
    await runProgram(program, args, terminal, exitCodes.failed);
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    terminal.err(`error: ${error.message}\n`);
    terminal.exitWith(exitCodes.failed);
  }
}
