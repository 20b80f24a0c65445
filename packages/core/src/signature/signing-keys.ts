import { createMacKey } from '#mac';
import type { MacKey } from './mac.js';

// Enough for the endpoints of a large multi-tenant receiver, and a bound on the memory.
const MAX_KEYS = 1024;
const keys = new Map<string, MacKey>();

// Nothing, and the texts that reach a configuration in place of the secret: what a variable that is not set becomes, which anybody
// can guess and sign with, JSON, placeholders, references, quotes, invisible characters.
const notSecret =
  /^($|(undefined|null|none|nan|\$\w{3,}|(["'`]).+\3)$|\[object |[[{]\s*"|\$\{|\{\{|\w+:\/\/|arn:)|[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/is;

/**
 * The MAC keys of one or several signing secrets, in the same order. Each key is prepared once and reused.
 *
 * @throws TypeError naming the option and the fix when a secret is missing, empty or has white space around it.
 */
export function signingKeys(secret: string | readonly string[], option = 'secret'): MacKey[] {
  return prepareKeys(secret, option, /^$/);
}

/**
 * {@link signingKeys} to verify with: a text that is surely not a secret lets in anybody who guesses it.
 *
 * @throws TypeError for such a text too.
 */
export function verifyingKeys(secret: string | readonly string[], option = 'secret'): MacKey[] {
  return prepareKeys(secret, option, notSecret);
}

function prepareKeys(
  secret: string | readonly string[],
  option: string,
  refused: RegExp,
): MacKey[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (!Array.isArray(secrets) || secrets.length === 0) {
    throw new TypeError(
      `${option}: expected the endpoint's signing secret, or a list of them. Copy it from the dashboard into an environment variable, and check that the variable is set.`,
    );
  }
  return secrets.map((text, index) =>
    prepareKey(text, typeof secret === 'string' ? option : `${option}[${index}]`, refused),
  );
}

function prepareKey(secret: unknown, option: string, refused: RegExp): MacKey {
  if (typeof secret !== 'string' || refused.test(secret)) {
    const expected =
      typeof secret === 'string' && secret
        ? 'the secret itself, not quotes, a placeholder, a reference or JSON'
        : 'a non-empty string';
    throw new TypeError(
      `${option}: expected ${expected}. Set the variable or binding that it is read from to the endpoint's signing secret.`,
    );
  }
  const known = keys.get(secret);
  if (known) return known;
  if (secret.trim() !== secret) {
    throw new TypeError(
      `${option}: has white space around it. Signing secrets have none: trim it, or look for the newline in the file or variable it was read from.`,
    );
  }
  const key = createMacKey(secret);
  const oldest = keys.size >= MAX_KEYS ? keys.keys().next() : undefined;
  if (oldest && !oldest.done) keys.delete(oldest.value);
  keys.set(secret, key);
  return key;
}
