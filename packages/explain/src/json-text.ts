import { parseJson } from './encodings.js';

/** A JSON value that keeps the original text of strings and numbers: `1.0` stays `1.0`. */
export type JsonNode =
  | { readonly kind: 'object'; readonly members: readonly (readonly [key: string, JsonNode])[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly raw: string }
  | { readonly kind: 'other'; readonly raw: string };

/** How to write it. */
export interface JsonStyle {
  /** Empty: everything on one line. */
  readonly indent: string;
  readonly itemSeparator: string;
  readonly keySeparator: string;
  /** Writes a string, given its original JSON text. */
  readonly string: (raw: string) => string;
  /** Orders the members of an object. */
  readonly order: (members: Members) => Members;
}

export type Members = readonly (readonly [key: string, JsonNode])[];

// Deeper than any event, and far from a stack overflow.
const MAX_DEPTH = 100;
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g;

/** Reads a JSON object or array; undefined for anything else, and for values nested more than 100 levels deep. */
export function readJson(text: string): JsonNode | undefined {
  // JSON.parse checks the syntax, so the reader below needs no error handling.
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const tokens = text.match(TOKEN) ?? [];
  let next = 0;

  const read = (depth: number): JsonNode | undefined => {
    const token = tokens[next++] ?? '';
    if (token === '{') return readObject(depth);
    if (token === '[') return readArray(depth);
    return token.startsWith('"') ? { kind: 'string', raw: token } : { kind: 'other', raw: token };
  };
  const readObject = (depth: number): JsonNode | undefined => {
    const members: [string, JsonNode][] = [];
    while (tokens[next] !== '}') {
      if (tokens[next] === ',') next += 1;
      const key = tokens[next] ?? '';
      next += 2;
      const value = depth < MAX_DEPTH ? read(depth + 1) : undefined;
      if (!value) return undefined;
      members.push([key, value]);
    }
    next += 1;
    return { kind: 'object', members };
  };
  const readArray = (depth: number): JsonNode | undefined => {
    const items: JsonNode[] = [];
    while (tokens[next] !== ']') {
      if (tokens[next] === ',') next += 1;
      const item = depth < MAX_DEPTH ? read(depth + 1) : undefined;
      if (!item) return undefined;
      items.push(item);
    }
    next += 1;
    return { kind: 'array', items };
  };
  return read(0);
}

/** Writes a value in a style. In every style, an empty object is `{}` and an empty array `[]`. */
export function writeJson(node: JsonNode, style: JsonStyle, outer = ''): string {
  if (node.kind === 'string') return style.string(node.raw);
  if (node.kind === 'other') return node.raw;
  const inner = outer + style.indent;
  const write = (child: JsonNode) => writeJson(child, style, inner);
  const parts =
    node.kind === 'array'
      ? node.items.map(write)
      : style
          .order(node.members)
          .map(([key, value]) => style.string(key) + style.keySeparator + write(value));
  const [open, close] = node.kind === 'array' ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  if (style.indent === '') return open + parts.join(style.itemSeparator) + close;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${outer}${close}`;
}
