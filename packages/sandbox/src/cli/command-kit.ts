import { faults, nearest } from '@screening-webhooks/testing/faults';
import ipaddr from 'ipaddr.js';
import { Command, InvalidArgumentError, type Terminal } from 'screening-webhooks-terminal';
import { parseDuration } from '../service/control/duration.js';
import { faultKinds, findKind } from '../service/faults/kinds.js';
import { readStartTime, readTime } from '../service/kernel/calendar/read-time.js';
import type { Host } from './host.js';
import { connect, type ServiceOptions } from './running-service/connect.js';

const URL_HELP =
  'the service (default: SCREENING_URL, also of .env; else the one that runs here); of another user with SCREENING_API_KEY and SCREENING_CONTROL_TOKEN';

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
    /** Makes a command that groups others, as in `deliveries list`. */
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

export function time(text: string): string {
  return toUtc(readTime(text));
}

export function startTime(text: string): string {
  return toUtc(readStartTime(text));
}

function toUtc(read: Date | string): string {
  if (typeof read !== 'string') return read.toISOString();
  throw new InvalidArgumentError(read);
}

export function ipAddress(text: string): string {
  const address = text.replace(/^\[(.*:.*)\]$/, '$1');
  if (ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address)) {
    return ipaddr.process(address).toString();
  }
  throw new InvalidArgumentError('Expected an IP address, such as 0.0.0.0 or 10.1.2.3.');
}

/** Parses an option that is the origin of a URL: http or https, host and port. */
export function origin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:\/\/[^/?#@\\\s]+\/?$/i.test(text) && url.port !== '0') return url.origin;
  throw new InvalidArgumentError(
    'Expected http or https, a host and perhaps a port, such as https://screening.staging.example.',
  );
}

/** Parses a kind of fault. Hyphens and former names are accepted. */
export function faultKind(text: string): string {
  const known = findKind(text);
  if (known) return known.kind;
  const names = [...faultKinds, ...faults].map(({ kind }) => kind);
  const former = faults.flatMap(({ aliases }) => aliases);
  const meant = nearest(text.replaceAll('-', '_'), [...names, ...former]);
  throw new InvalidArgumentError(
    meant === undefined ? 'See screening-sandbox fault kinds.' : `Did you mean ${meant}?`,
  );
}
