import { type Command, createProgram, type Terminal } from 'screening-webhooks-terminal';
import { commandKit } from './command-kit.js';
import { clockCommand, resetCommand, snapshotCommand } from './commands/clock.js';
import { dashboardCommand } from './commands/dashboard.js';
import { deliveriesCommand } from './commands/deliveries.js';
import { endpointsCommand, secretCommand } from './commands/endpoints.js';
import { eventsCommand } from './commands/events.js';
import { faultCommand } from './commands/fault.js';
import { listenCommand } from './commands/listen.js';
import { openapiCommand } from './commands/openapi.js';
import { triggerCommand } from './commands/trigger.js';
import type { Host } from './host.js';
import { startCommand } from './start/start-command.js';

/** The version of this package; a test compares it with package.json. */
export const version = '0.1.0';

const commands = [
  dashboardCommand,
  listenCommand,
  triggerCommand,
  deliveriesCommand,
  eventsCommand,
  endpointsCommand,
  secretCommand,
  faultCommand,
  snapshotCommand,
  clockCommand,
  resetCommand,
  openapiCommand,
];

const AFTER_HELP = `
Without a command, the service starts: screening-sandbox start --help has the
options. The other commands call the service of --url, else of SCREENING_URL, in
the environment or in the .env of this folder, else the only one that you have
started on this machine.

Exit codes:
  0    success
  1    bad option, no service, refused by the service, nothing matched in time
  130  interrupted by Ctrl-C`;

/** The command line. It prints only through the terminal and never ends the process. */
export function createSandboxProgram(terminal: Terminal, host: Host): Command {
  const description = {
    name: 'screening-sandbox',
    description: 'The background screening service on this machine, with synthetic data.',
    version,
    afterHelp: AFTER_HELP,
  };
  const program = createProgram(description, terminal);
  const kit = commandKit(terminal, host);
  program.addCommand(startCommand(kit), { isDefault: true });
  for (const create of commands) program.addCommand(create(kit));
  inheritSettings(program);
  return program;
}

// Settings are inherited by `command()`, but not by `addCommand()`.
function inheritSettings(program: Command): void {
  for (const command of program.commands) {
    inheritSettings(command.copyInheritedSettings(program).helpCommand(false));
  }
}
