import { printable, renderTable } from 'screening-webhooks-terminal';

/** Formats rows as a table with a header, or returns the sentence `none`. Text of the service is untrusted: see {@link shown}. */
export function table(rows: readonly Readonly<Record<string, string>>[], none: string): string {
  const [first] = rows;
  if (!first) return `${none}\n`;
  return aligned([Object.keys(first), ...rows.map((row) => Object.values(row))]);
}

/** Formats rows in columns. Nothing is wrapped, so that ids and addresses can be copied. */
export function aligned(rows: readonly (readonly string[])[]): string {
  return renderTable(rows, Number.POSITIVE_INFINITY);
}

/** Formats a value as one line of text that is safe to print. */
export function shown(value: unknown, limit = 2000): string {
  if (value === null || value === undefined) return '-';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return printable(text, limit).replaceAll('\n', '\\n');
}

export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
