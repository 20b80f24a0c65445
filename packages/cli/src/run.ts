import { CommanderError } from 'commander';
import { exitCodes } from './exit-code.js';
import { type Host, systemHost } from './host.js';
import { createProgram } from './program.js';
import type { Terminal } from './terminal/terminal.js';
import { UsageError } from './terminal/usage-error.js';

/**
 * Runs one command line. A usage error is printed as one sentence on stderr. Any other error is a bug and is thrown.
 *
 * @param args The arguments after `node` and the script.
 */
export async function run(
  args: readonly string[],
  terminal: Terminal,
  host: Host = systemHost,
): Promise<void> {
  try {
    await createProgram(terminal, host).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof UsageError) terminal.err(`error: ${error.message}\n`);
    // Commander has already printed its message, the help or the version.
    else if (!(error instanceof CommanderError)) throw error;
    else if (error.exitCode === 0) return;
    terminal.exitWith(exitCodes.usage);
  }
}
