/**
 * The time of the server, in microseconds since 1970, whatever the time zone of the session. Fixed when a statement begins: one
 * that waits for a lock then takes over nothing that has ended meanwhile, and its lease counts from before the wait.
 */
export const NOW = "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";

/** The time that is `ms` milliseconds away, in microseconds since 1970. */
export function fromNow(ms: number): string {
  return `${NOW} + ${Math.ceil(ms * 1000)}`;
}

/** A text as a literal of its UTF-8. It needs no escapes, which depend on the session's sql_mode, and no collation compares it. */
export function bytes(text: string): string {
  return `X'${Buffer.from(text).toString('hex')}'`;
}

/** A name of a table, or a database and a name, in quotes. The parts have no quotes in them. */
export function quoted(parts: readonly string[]): string {
  return parts.map((part) => `\`${part}\``).join('.');
}
