import { Command } from 'screening-webhooks-terminal';
import { serviceOptions } from './connect.js';

/** A command that calls a service, with its description and examples. */
export function serviceCommand(name: string, description: string, ...examples: readonly string[]) {
  const command = serviceOptions(new Command(name).description(description));
  if (examples.length === 0) return command;
  const lines = examples.map((example) => `  $ screening-sandbox ${example}`);
  return command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}

/** A command of commands: `deliveries list`. */
export function commandGroup(name: string, summary: string, commands: readonly Command[]): Command {
  const group = new Command(name).summary(summary).description(`${capital(summary)}.`);
  for (const command of commands) group.addCommand(command);
  return group;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
