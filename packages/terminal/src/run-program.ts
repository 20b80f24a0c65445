import { type Command, CommanderError } from 'commander';
import { type ExitCode, exitCodes } from './exit-code.js';
import { InterruptedError } from './read-once.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

/**
 * Runs one command line. A usage error is printed as one sentence on stderr. Any other error is a bug and is thrown.
 *
 * @param args The arguments after `node` and the script.
 * @param usageExit The exit code of a usage error.
 */
export async function runProgram(
  program: Command,
  args: readonly string[],
  terminal: Terminal,
  usageExit: ExitCode = exitCodes.usage,
): Promise<void> {
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof InterruptedError) return terminal.exitWith(exitCodes.interrupted);
    if (error instanceof UsageError) terminal.err(`error: ${error.message}\n`);
    // Commander has already printed its message, the help or the version.
    else if (!(error instanceof CommanderError)) throw error;
    else if (error.exitCode === 0) return;
    terminal.exitWith(usageExit);
  }
}
