import type { ExplainCause } from './causes.js';
import { type JsonStyle, type Members, readJson, writeJson } from './json-text.js';

/** A text that another serialiser may have made of the same value. */
export interface JsonVariant {
  readonly cause: ExplainCause;
  readonly text: string;
}

type Layout = Pick<JsonStyle, 'indent' | 'itemSeparator' | 'keySeparator'>;
type Choice<Part> = readonly [cause: ExplainCause, part: Part];

const compact: Layout = { indent: '', itemSeparator: ',', keySeparator: ':' };
const spaced: Layout = { indent: '', itemSeparator: ', ', keySeparator: ': ' };
const indented = (indent: string): Layout => ({ ...spaced, indent });

const layouts: readonly Choice<Layout>[] = [
  ['body_reserialised_from_compact', compact],
  // Python's json.dumps.
  ['body_reserialised_from_spaced', spaced],
  ['body_reserialised_from_indented', indented('  ')],
  ['body_reserialised_from_indented', indented('    ')],
  ['body_reserialised_from_indented', indented('\t')],
];

const decoded = (raw: string): string => JSON.stringify(JSON.parse(raw));
const escapeCode = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const ascii = (raw: string): string => decoded(raw).replace(/[^\x20-\x7e]/g, escapeCode);
const slashes = (text: string): string => text.replaceAll('/', '\\/');

const strings: readonly Choice<JsonStyle['string']>[] = [
  // As in JavaScript.
  ['body_escapes_added', decoded],
  // Python, Ruby's script_safe, and others that write ASCII.
  ['body_unicode_unescaped', ascii],
  // PHP with JSON_UNESCAPED_UNICODE, then PHP.
  ['body_slashes_unescaped', (raw) => slashes(decoded(raw))],
  ['body_unicode_unescaped', (raw) => slashes(ascii(raw))],
  // Go.
  ['body_html_unescaped', (raw) => decoded(raw).replace(/[<>&\u2028\u2029]/g, escapeCode)],
  // System.Text.Json.
  [
    'body_html_unescaped',
    (raw) =>
      ascii(raw)
        .replaceAll('\\"', '\\u0022')
        .replace(/[<>&'+`]/g, escapeCode)
        .replace(/\\u[0-9a-f]{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`),
  ],
];

// Spec sections 6 and 2: the order in which the service names its fields. For bodies that something has sorted since.
const specified = (
  'id type created data verificationId externalId integrationId sessionId sessionReference documentConfigSlug ' +
  'checkTypeSlug state status verified formData verificationFileUploads errorMessage attemptCount metadata createdAt completedAt'
)
  .split(' ')
  .map((key) => `"${key}"`);

const orders: readonly Choice<JsonStyle['order']>[] = [
  ['body_key_order_changed', (members) => sortedBy(members, (key) => key)],
  ['body_key_order_changed', (members) => sortedBy(members, rankOf)],
];

function rankOf(key: string): number {
  const rank = specified.indexOf(key);
  return rank === -1 ? specified.length : rank;
}

function sortedBy(members: Members, rank: (key: string) => string | number): Members {
  return [...members].sort(([a], [b]) => {
    const [left, right] = [rank(a), rank(b)];
    return left < right ? -1 : Number(left > right);
  });
}

/** Other ways to write the same JSON, fewer changes first. Nothing for a text that is not JSON. */
export function* jsonVariants(text: string): Generator<JsonVariant> {
  const tree = readJson(text);
  if (!tree) return;
  // A layout that is none of ours cannot be unchanged: every way to write the text changes it.
  const unchanged = layouts.find(
    ([, layout]) => writeJson(tree, { ...layout, ...asWritten }) === text.trim(),
  )?.[1];
  const seen = new Set([text]);
  for (const changes of [1, 2, 3]) {
    for (const [layoutCause, layout] of withUnchanged(layouts, unchanged)) {
      for (const [stringCause, string] of withUnchanged(strings, asWritten.string)) {
        for (const [orderCause, order] of withUnchanged(orders, asWritten.order)) {
          const causes = [layoutCause, orderCause, stringCause].filter(
            (each) => each !== undefined,
          );
          const [cause] = causes;
          if (!cause || causes.length !== changes) continue;
          const variant = writeJson(tree, { ...layout, string, order });
          if (seen.has(variant)) continue;
          seen.add(variant);
          yield { cause, text: variant };
        }
      }
    }
  }
}

const asWritten: Pick<JsonStyle, 'string' | 'order'> = {
  string: (raw) => raw,
  order: (members) => members,
};

/** The choices, after that of leaving it as it is, where that is one. */
function withUnchanged<Part>(
  choices: readonly Choice<Part>[],
  unchanged: Part | undefined,
): readonly (readonly [cause: ExplainCause | undefined, part: Part])[] {
  if (unchanged === undefined) return choices;
  return [[undefined, unchanged], ...choices.filter(([, part]) => part !== unchanged)];
}
