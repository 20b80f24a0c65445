import { Command, type Terminal } from 'screening-webhooks-terminal';
import type { Host } from './host.js';
import { connect, type ServiceOptions } from './running-service/connect.js';

const URL_HELP =
  'the service (default: SCREENING_URL, else the one that runs here); of another user with SCREENING_API_KEY and SCREENING_CONTROL_TOKEN';

export type CommandKit = ReturnType<typeof commandKit>;

export function commandKit(terminal: Terminal, host: Host) {
  return {
    terminal,
    host,
    /** Makes a command that calls a service, with its description and examples. */
    command(name: string, description: string, ...examples: readonly string[]): Command {
      const command = new Command(name)
        .description(description)
        .option('--url <url>', URL_HELP)
        .option('--json', 'print JSON');
      if (examples.length === 0) return command;
      const lines = examples.map((example) => `  $ screening-sandbox ${example}`);
      return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
    },
    /** Makes a command of commands: `deliveries list`. */
    group(name: string, summary: string, commands: readonly Command[]): Command {
      const description = `${summary.slice(0, 1).toUpperCase()}${summary.slice(1)}.`;
      const group = new Command(name).summary(summary).description(description);
      for (const command of commands) group.addCommand(command);
      return group;
    },
    /** Connects a command to its service. @throws UsageError when no service is found, or more than one. */
    connect: (options: ServiceOptions) => connect(options, terminal, host),
  };
}
