import { type Command, createProgram, type Terminal } from 'screening-webhooks-terminal';
import { captureCommand } from './commands/capture.js';
import { explainCommand } from './commands/explain.js';
import { initCommand } from './commands/init.js';
import { proveCommand } from './commands/prove.js';
import { replayCommand } from './commands/replay.js';
import { triggerCommand } from './commands/trigger.js';
import { verifyCommand } from './commands/verify.js';
import { type Host, systemHost } from './host.js';
import { version } from './version.js';

const commands = [
  initCommand,
  triggerCommand,
  verifyCommand,
  captureCommand,
  replayCommand,
  proveCommand,
  explainCommand,
];

const AFTER_HELP = `
Exit codes:
  0    success
  1    a check failed: no ack, an invalid signature, a failed check of prove
  2    bad option, unreadable file, refused connection
  130  interrupted by Ctrl-C, after a partial summary

Without --secret, the signing secret is read from SCREENING_SECRET, which keeps
it out of the shell's history. Colors: NO_COLOR, FORCE_COLOR.`;

/** The command line. It prints only through the terminal and never ends the process. */
export function createCli(terminal: Terminal, host: Host = systemHost): Command {
  const description = {
    name: 'screening-webhooks',
    description: 'Send, check, record and replay webhooks of the background screening service.',
    version,
    afterHelp: AFTER_HELP,
  };
  const program = createProgram(description, terminal);
  for (const create of commands) {
    program.addCommand(create(terminal, host).copyInheritedSettings(program));
  }
  return program;
}
