import { createMacKey } from '#mac';
import type { MacKey } from './mac.js';

// Enough for the endpoints of a large multi-tenant receiver, and a bound on the memory.
const MAX_KEYS = 1024;
const keys = new Map<string, MacKey>();

// Texts that reach a configuration in place of the secret: what a variable that is not set becomes, which anybody can guess and sign
// with, JSON, placeholders, references, quotes, invisible characters.
const notSecret =
  /^(undefined|null|none|nil|nan|\[object \w+\]|[[{]\s*".*[\]}]|\$?\{.*\}|\$[a-z_]+|(\w+:\/\/|arn:).*|(["'`]).*\3)$|[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/is;

/**
 * The MAC keys of one or several signing secrets, in the same order. Each key is prepared once and reused.
 *
 * @throws TypeError naming the option and the fix when a secret is missing, empty or has white space around it.
 */
export function signingKeys(secret: string | readonly string[], option = 'secret'): MacKey[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (!Array.isArray(secrets) || secrets.length === 0) {
    throw new TypeError(
      `${option}: expected the endpoint's signing secret, or a list of them. Copy it from the dashboard into an environment variable, and check that the variable is set.`,
    );
  }
  return secrets.map((text, index) =>
    signingKey(text, typeof secret === 'string' ? option : `${option}[${index}]`),
  );
}

/**
 * {@link signingKeys} to verify with: a text that is surely not a secret lets in anybody who guesses it.
 *
 * @throws TypeError for such a text too.
 */
export function verifyingKeys(secret: string | readonly string[], option = 'secret'): MacKey[] {
  const keys = signingKeys(secret, option);
  [secret].flat().forEach((text, index) => {
    if (!notSecret.test(text)) return;
    const name = typeof secret === 'string' ? option : `${option}[${index}]`;
    throw new TypeError(
      `${name}: is a placeholder, a reference, JSON, in quotes, has an invisible character, or comes of a variable that is not set. Give the signing secret itself, as the dashboard shows it.`,
    );
  });
  return keys;
}

function signingKey(secret: unknown, option: string): MacKey {
  if (typeof secret !== 'string' || secret === '') {
    throw new TypeError(
      `${option}: expected a non-empty string. Set the variable or binding that it is read from to the endpoint's signing secret.`,
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
