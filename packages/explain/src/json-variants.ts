import type { Diagnosis } from './diagnosis.js';
import { type JsonStyle, type Members, readJson, writeJson } from './json-text.js';

type Layout = Pick<JsonStyle, 'indent' | 'itemSeparator' | 'keySeparator'>;
type Choice<Part> = readonly [diagnosis: Diagnosis, part: Part];

const compact: Layout = { indent: '', itemSeparator: ',', keySeparator: ':' };
const spaced: Layout = { indent: '', itemSeparator: ', ', keySeparator: ': ' };
const indented = (indent: string): Layout => ({ ...spaced, indent });

const layouts: readonly Choice<Layout>[] = [
  ['body_reserialized: signed without white space', compact],
  // Python's json.dumps.
  ['body_reserialized: signed with a space after each separator', spaced],
  ['body_reserialized: signed with indentation', indented('  ')],
  ['body_reserialized: signed with indentation', indented('    ')],
  ['body_reserialized: signed with indentation', indented('\t')],
];

const decoded = (raw: string): string => JSON.stringify(JSON.parse(raw));
const escapeCode = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
const ascii = (raw: string): string => decoded(raw).replace(/[^\x20-\x7e]/g, escapeCode);
const slashes = (text: string): string => text.replaceAll('/', '\\/');

const strings: readonly Choice<JsonStyle['string']>[] = [
  // As in JavaScript.
  ['body_reserialized: signed without escapes', decoded],
  // Python, Ruby's script_safe, and others that write ASCII.
  ['body_reserialized: signed with Unicode escapes', ascii],
  // PHP with JSON_UNESCAPED_UNICODE, then PHP.
  ['body_reserialized: signed with escaped slashes', (raw) => slashes(decoded(raw))],
  ['body_reserialized: signed with Unicode escapes', (raw) => slashes(ascii(raw))],
  // Go.
  [
    'body_reserialized: signed with HTML escapes',
    (raw) => decoded(raw).replace(/[<>&\u2028\u2029]/g, escapeCode),
  ],
  // System.Text.Json.
  [
    'body_reserialized: signed with HTML escapes',
    (raw) =>
      ascii(raw)
        .replaceAll('\\"', '\\u0022')
        .replace(/[<>&'+`]/g, escapeCode)
        .replace(/\\u[0-9a-f]{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`),
  ],
];

// The order of fields in spec sections 6 and 2, for a body whose keys were sorted after it was signed.
const specified = (
  'id type created data verificationId externalId integrationId sessionId sessionReference documentConfigSlug ' +
  'checkTypeSlug state status verified formData verificationFileUploads errorMessage attemptCount metadata createdAt completedAt'
)
  .split(' ')
  .map((key) => `"${key}"`);

const orders: readonly Choice<JsonStyle['order']>[] = [
  [
    'body_reserialized: signed with keys in another order',
    (members) => sortedBy(members, (key) => key),
  ],
  ['body_reserialized: signed with keys in another order', (members) => sortedBy(members, rankOf)],
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

/** The same JSON as other serializers write it, with fewer changes first. Yields nothing for a text that is not JSON. */
export function* jsonVariants(
  text: string,
): Generator<readonly [diagnosis: Diagnosis, text: string]> {
  const tree = readJson(text);
  if (!tree) return;
  // Undefined when the text has none of these layouts. Every variant then has another layout than the text.
  const layoutOfText = layouts.find(
    ([, layout]) => writeJson(tree, { ...layout, ...asWritten }) === text.trim(),
  )?.[1];
  const seen = new Set([text]);
  for (const changes of [1, 2, 3]) {
    for (const [layoutDiagnosis, layout] of withUnchanged(layouts, layoutOfText)) {
      for (const [stringDiagnosis, string] of withUnchanged(strings, asWritten.string)) {
        for (const [orderDiagnosis, order] of withUnchanged(orders, asWritten.order)) {
          const diagnoses = [layoutDiagnosis, orderDiagnosis, stringDiagnosis].filter(
            (each) => each !== undefined,
          );
          const [diagnosis] = diagnoses;
          if (!diagnosis || diagnoses.length !== changes) continue;
          const variant = writeJson(tree, { ...layout, string, order });
          if (seen.has(variant)) continue;
          seen.add(variant);
          yield [diagnosis, variant];
        }
      }
    }
  }
}

const asWritten: Pick<JsonStyle, 'string' | 'order'> = {
  string: (raw) => raw,
  order: (members) => members,
};

/** The choices; first the one that changes nothing, if it is known. */
function withUnchanged<Part>(
  choices: readonly Choice<Part>[],
  unchanged: Part | undefined,
): readonly (readonly [diagnosis: Diagnosis | undefined, part: Part])[] {
  if (unchanged === undefined) return choices;
  return [[undefined, unchanged], ...choices.filter(([, part]) => part !== unchanged)];
}
