import { Command } from 'commander';
import { captureCommand } from './commands/capture.js';
import { proveCommand } from './commands/prove.js';
import { replayCommand } from './commands/replay.js';
import { triggerCommand } from './commands/trigger.js';
import { verifyCommand } from './commands/verify.js';
import { type Host, thisHost } from './host.js';
import type { Terminal } from './terminal/terminal.js';
import { version } from './version.js';

const commands = [triggerCommand, verifyCommand, captureCommand, replayCommand, proveCommand];

const AFTER_HELP = `
Exit codes:
  0    all is well
  1    what was checked failed: no ack, an invalid signature, a failed row
  2    bad option, unreadable file, refused connection
  130  interrupted, after a summary so far

The signing secret is read from SCREENING_SECRET when --secret is not given,
which keeps it out of the shell's history. Colours: NO_COLOR, FORCE_COLOR.`;

/** The whole command line. It prints to the terminal alone and never ends the process. */
export function createProgram(terminal: Terminal, host: Host = thisHost): Command {
  const program = new Command('screening-webhooks')
    .description('Send, check, record and replay webhooks of the background screening service.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      getOutHelpWidth: () => terminal.columns,
      getErrHelpWidth: () => terminal.columns,
      getOutHasColors: () => terminal.colors,
      getErrHasColors: () => false,
      // One sentence on one line, the suggestion included.
      outputError: (text, write) => write(text.replace('\n(', ' (')),
    })
    .addHelpText('after', AFTER_HELP);
  for (const create of commands) {
    program.addCommand(create(terminal, host).copyInheritedSettings(program));
  }
  return program;
}
