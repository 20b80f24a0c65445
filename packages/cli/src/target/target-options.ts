import { Option, positiveNumber } from 'screening-webhooks-terminal';
import { SECRET_VARIABLE } from './secrets.js';

/** The parsed values of the options in this file. */
export interface TargetOptions {
  readonly secret?: readonly string[];
  readonly allowRemote?: true;
  /** Seconds. */
  readonly timeout: number;
}

/** `--secret`, which may be repeated. Read it with `readSecrets`. */
export function secretOption(): Option {
  return new Option(
    '--secret <secret>',
    `the endpoint's signing secret; repeat it while it is being rolled (default: $${SECRET_VARIABLE})`,
  ).argParser(collect);
}

/** Parses an option that may be repeated. */
export function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

/** `--allow-remote`, for `parseTarget`. */
export function allowRemoteOption(): Option {
  return new Option('--allow-remote', 'let deliveries leave this machine');
}

/** `--timeout` in seconds. Default 15, the time that the service waits (spec section 4). */
export function timeoutOption(): Option {
  return new Option('--timeout <seconds>', 'how long to wait for the receiver to answer')
    .argParser(positiveNumber)
    .default(15);
}

/** `--json`, on every command. */
export function jsonOption(what: string): Option {
  return new Option('--json', `print ${what} instead of text`);
}
