// A quoted value may span several lines, as in dotenv.
const QUOTED = String.raw`"(?:\\"|[^"])*"|'(?:\\'|[^'])*'|\x60(?:\\\x60|[^\x60])*\x60`;
const ASSIGNMENT = new RegExp(
  [
    String.raw`^(?<before>[ \t]*(?:export[ \t]+)?)(?<name>[\w.-]+)(?:[ \t]*=|:[ \t])[ \t]*(?:`,
    String.raw`(?<quoted>${QUOTED})(?=[ \t]*(?:#.*)?$)`,
    // Parsers disagree on where this ends, or whether it is a comment. It stays.
    String.raw`|(?<unclear>${QUOTED}|(?<![ \t])#.*)`,
    String.raw`|(?!#).*?(?=[ \t]+#|[ \t]*$))`,
  ].join(''),
  'gm',
);
const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/**
 * Sets variables in an env file: each in place of its last assignment, which is the one that parsers take, or at the end.
 * Earlier assignments of the same name are removed. Everything else stays byte for byte.
 *
 * @param values None has a character with a meaning in an env file.
 */
export function setVariables(file: Buffer, values: ReadonlyMap<string, string>): Buffer {
  // A character is a byte, so bytes that are not UTF-8 stay too.
  const whole = file.toString('latin1');
  const mark = whole.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
  const text = whole.slice(mark.length);
  const written = new Set<string>();
  const decided = new Set<string>();
  let kept = '';
  let end = text.length;
  // From the last to the first.
  for (const { 0: assignment, index, groups = {} } of [...text.matchAll(ASSIGNMENT)].reverse()) {
    const { before = '', name = '', quoted, unclear } = groups;
    if (unclear !== undefined) {
      // A parser may find an assignment in here, so the value has to come after it.
      for (const each of values.keys()) if (assignment.includes(each)) decided.add(each);
      continue;
    }
    const value = values.get(name);
    if (value === undefined) continue;
    const after = index + assignment.length;
    if (decided.has(name)) {
      kept = text.slice(afterLine(text, after), end) + kept;
    } else {
      const quote = quoted?.[0] ?? '';
      kept = `${before}${name}=${quote}${value}${quote}${text.slice(after, end)}${kept}`;
      written.add(name);
      decided.add(name);
    }
    end = index;
  }
  return Buffer.from(mark + append(text.slice(0, end) + kept, values, written), 'latin1');
}

function afterLine(text: string, from: number): number {
  const lineEnd = /\r\n|\r|\n|$/g;
  lineEnd.lastIndex = from;
  const found = lineEnd.exec(text);
  return found ? found.index + found[0].length : text.length;
}

function append(
  text: string,
  values: ReadonlyMap<string, string>,
  written: ReadonlySet<string>,
): string {
  const [lineEnd = '\n'] = /\r\n|\r|\n/.exec(text) ?? [];
  const lines = [...values].filter(([name]) => !written.has(name)).map((each) => each.join('='));
  if (lines.length === 0) return text;
  const before = text === '' || /[\r\n]$/.test(text) ? text : text + lineEnd;
  return before + lines.map((line) => line + lineEnd).join('');
}
