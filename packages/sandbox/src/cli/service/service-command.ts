import { Command, InvalidArgumentError } from '@screening-webhooks/terminal';
import { parseDuration } from '../../control/duration.js';
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

/** Parses an option that is a whole number above 0. */
export function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number above 0.');
  return Number(text);
}

/** Parses an option that is a number above 0. */
export function positiveNumber(text: string): number {
  const number = notNegative(text);
  if (number > 0) return number;
  throw new InvalidArgumentError('Give a number above 0.');
}

/** Parses an option that is a number, 0 or more. */
export function notNegative(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number) && number >= 0) return number;
  throw new InvalidArgumentError('Give a number, 0 or more.');
}

/** Parses an option that is a duration, into milliseconds. */
export function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError('Give a duration such as 30s, 15m, 1h30m or 7d.');
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
