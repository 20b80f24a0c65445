import { printable, renderTable, type Terminal } from 'screening-webhooks-terminal';

/** How a command was asked to print. */
interface PrintOptions {
  readonly json?: true;
}

/** What a column shows of an object. Text of the service is not trusted: see {@link shown}. */
type Columns<Item> = Readonly<Record<string, (item: Item) => string>>;

/** Prints an answer: a line of JSON with `--json`, else text. */
export function printAnswer(
  terminal: Terminal,
  { json }: PrintOptions,
  answer: object,
  text: () => string,
): void {
  terminal.out(json ? jsonLine(answer) : text());
}

/** Prints a list: a line of JSON for each object with `--json`, else a table, or the sentence `none`. */
export function printList<Item extends object>(
  terminal: Terminal,
  { json }: PrintOptions,
  items: readonly Item[],
  columns: Columns<Item>,
  none: string,
): void {
  terminal.out(json ? items.map(jsonLine).join('') : tableOf(items, columns, none));
}

function tableOf<Item extends object>(
  items: readonly Item[],
  columns: Columns<Item>,
  none: string,
): string {
  if (items.length === 0) return `${none}\n`;
  const rows = items.map((item) => Object.values(columns).map((cell) => cell(item)));
  return aligned([Object.keys(columns), ...rows]);
}

/** Rows in columns. Nothing is wrapped, so that ids and addresses can be copied. */
export function aligned(rows: readonly (readonly string[])[]): string {
  return renderTable(rows, Number.POSITIVE_INFINITY);
}

/** A value as text that is safe to print, on one line. */
export function shown(value: unknown, limit = 2000): string {
  if (value === null || value === undefined) return '-';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return printable(text, limit).replaceAll('\n', '\\n');
}

export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
