import { InvalidArgumentError, Option } from 'commander';
import { SECRET_VARIABLE } from './secrets.js';

/** What the options of this file parse to. */
export interface TargetOptions {
  readonly secret?: readonly string[];
  readonly allowRemote?: true;
  /** Seconds. */
  readonly timeout: number;
}

/** `--secret`, once or several times. Read it with `readSecrets`. */
export function secretOption(): Option {
  return new Option(
    '--secret <secret>',
    `the endpoint's signing secret; repeat it while it is being rolled (default: $${SECRET_VARIABLE})`,
  ).argParser((value: string, previous: readonly string[] = []) => [...previous, value]);
}

/** `--allow-remote`, for `parseTarget`. */
export function allowRemoteOption(): Option {
  return new Option('--allow-remote', 'let deliveries leave this machine');
}

/** `--timeout` in seconds; 15, as the service waits (spec section 4). */
export function timeoutOption(): Option {
  return new Option('--timeout <seconds>', 'how long the receiver has to answer')
    .argParser(positiveNumber)
    .default(15);
}

/** `--json`, on every command. */
export function jsonOption(what: string): Option {
  return new Option('--json', `print ${what} instead of text`);
}

/** For options that count or measure something. */
export function positiveNumber(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number) || number <= 0) {
    throw new InvalidArgumentError('Give a number above 0.');
  }
  return number;
}

/** For options that count things. */
export function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number above 0.');
  return Number(text);
}
