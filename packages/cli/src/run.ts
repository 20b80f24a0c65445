import { runProgram, type Terminal } from 'screening-webhooks-terminal';
import { type Host, systemHost } from './host.js';
import { createCli } from './program.js';

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
  await runProgram(createCli(terminal, host), args, terminal);
}
