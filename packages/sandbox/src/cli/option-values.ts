import { faults, nearest } from '@screening-webhooks/testing/faults';
import ipaddr from 'ipaddr.js';
import { InvalidArgumentError } from 'screening-webhooks-terminal';
import { parseDuration } from '../service/control/duration.js';
import { faultKinds, findKind } from '../service/faults/kinds.js';
import { readStartTime, readTime } from '../service/kernel/calendar/read-time.js';

export function positiveInteger(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number above 0.');
  return Number(text);
}

export function positiveNumber(text: string): number {
  const number = notNegative(text);
  if (number > 0) return number;
  throw new InvalidArgumentError('Give a number above 0.');
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

/** Parses an option that is a time of RFC 3339, into UTC. */
export function time(text: string): string {
  return toUtc(readTime(text));
}

/** Parses an option that is the time of a clock at its start. */
export function startTime(text: string): string {
  return toUtc(readStartTime(text));
}

function toUtc(read: Date | string): string {
  if (typeof read !== 'string') return read.toISOString();
  throw new InvalidArgumentError(read);
}

/** Parses an option that is an IP address, into its shortest form, without brackets. */
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

/** Parses an option that is a kind of fault, also written with hyphens, or by a former name. */
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
