import { type Json, pythonJson } from './python-json.js';

/** A serialization of the same event to other bytes. */
export interface BodyForm {
  /** Kebab-case: part of the name of a check. */
  readonly name: string;
  /** Completes "the body …". */
  readonly words: string;
  /** Rewrites a body. @throws SyntaxError when it is not JSON. */
  readonly write: (body: string) => string;
}

/** The results when receivers parse and serialize a body. None equals the output of `JSON.stringify`. */
export const bodyForms: readonly BodyForm[] = [
  {
    name: 'with-sorted-keys',
    words: 'without spaces and with sorted keys',
    write: (body) => JSON.stringify(sorted(parse(body))),
  },
  {
    name: 'with-sorted-top-level-keys',
    words: 'without spaces and with the keys of its envelope sorted',
    write: (body) => JSON.stringify(sortedMembers(parse(body))),
  },
  {
    name: 'as-python-writes-it',
    words: 'as Python’s json.dumps writes it',
    write: (body) => pythonJson(parse(body)),
  },
  {
    name: 'as-python-sorts-it',
    words: 'as Python’s json.dumps with sort_keys writes it',
    write: (body) => pythonJson(parse(body), { sortKeys: true }),
  },
  {
    name: 'as-php-writes-it',
    words: 'as PHP’s json_encode writes it',
    write: (body) => phpJson(JSON.stringify(parse(body))),
  },
];

/** PHP's `json_encode` escapes slashes and everything outside ASCII. */
function phpJson(compact: string): string {
  return compact
    .replaceAll('/', '\\/')
    .replaceAll(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

function parse(body: string): Json {
  return JSON.parse(body);
}

function sorted(value: Json): Json {
  return sortedMembers(value, sorted);
}

function sortedMembers(value: Json, write: (member: Json) => Json = (member) => member): Json {
  if (Array.isArray(value)) return value.map(write);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([key, member]) => [key, write(member)]));
}
