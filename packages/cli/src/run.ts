import { CommanderError } from 'commander';
import { exitCodes } from './exit-code.js';
import { type Host, thisHost } from './host.js';
import { createProgram } from './program.js';
import type { Terminal } from './terminal/terminal.js';
import { UsageError } from './terminal/usage-error.js';

/**
 * Runs one command line. What the user can mend is one sentence on stderr; anything else is a bug of ours, thrown with
 * its stack.
 *
 * @param args Without `node` and the script.
 */
export async function run(
  args: readonly string[],
  terminal: Terminal,
  host: Host = thisHost,
): Promise<void> {
  try {
    await createProgram(terminal, host).parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof UsageError) terminal.err(`error: ${error.message}\n`);
    // Commander has printed its message, or the help or version that was asked for.
    else if (!(error instanceof CommanderError)) throw error;
    else if (error.exitCode === 0) return;
    terminal.exitWith(exitCodes.usage);
  }
}
