import type { Diagnosis } from './diagnosis.js';
import {
  decodeBase64,
  decodeHex,
  decodePercent,
  encodeBase64,
  encodePercent,
  encodeUtf8,
} from './encodings.js';

/** A key that the signer may have used. */
export interface SecretVariant {
  /** Which of the configured secrets it was derived from. */
  readonly secretIndex: number;
  /** True for the configured secret itself. */
  readonly configured: boolean;
  /** The diagnosis if this key matches. */
  readonly diagnosis: Diagnosis | undefined;
  readonly key: Uint8Array;
}

type Alternative = readonly [diagnosis: Diagnosis, key: string | Uint8Array | undefined];

const PREFIX = /^[a-z]+_/;

/**
 * The keys to try: every secret as configured, then the variants of each. No key appears twice, and none is empty.
 */
export function secretVariants(secrets: readonly string[]): readonly SecretVariant[] {
  const variants: SecretVariant[] = [];
  const seen = new Set<string>();
  const add = (variant: SecretVariant) => {
    const identity = String(variant.key);
    if (variant.key.length === 0 || seen.has(identity)) return;
    seen.add(identity);
    variants.push(variant);
  };

  for (const [secretIndex, secret] of secrets.entries()) {
    // A receiver refuses white space around a secret, even if the signer uses it too.
    const diagnosis =
      secret.trim() === secret
        ? undefined
        : 'secret_extra_characters: white space that the signer uses too';
    add({ secretIndex, configured: true, diagnosis, key: encodeUtf8(secret) });
  }
  for (const [secretIndex, secret] of secrets.entries()) {
    for (const [diagnosis, alternative] of alternatives(secret)) {
      if (alternative === undefined) continue;
      const key = typeof alternative === 'string' ? encodeUtf8(alternative) : alternative;
      add({ secretIndex, configured: false, diagnosis, key });
    }
  }
  return variants;
}

/** Other forms of the secret that the signer may use. Extra characters come first: encodings are tried without them. */
function* alternatives(secret: string): Generator<Alternative> {
  const whiteSpace = 'secret_extra_characters: white space or an invisible character';
  const trimmed = secret.trim();
  yield [whiteSpace, trimmed];
  yield [whiteSpace, secret.replace(/[\s\u200B-\u200D\u2060\uFEFF]/g, '')];

  const unquoted = trimmed.replace(/^(["'`])(.*)\1$/s, '$2').trim();
  yield ['secret_extra_characters: quotes', unquoted];
  yield ['secret_extra_characters: quotes', trimmed.replace(/^["'`]+|["'`]+$/g, '')];

  const clean = unquoted.replace(/(?:\\[rn])+$/, '');
  yield ['secret_extra_characters: an escaped line break', clean];

  const assigned = /^(?:export\s+)?[A-Za-z_][A-Za-z0-9_]*\s*[=:]\s*(.+)$/s.exec(clean)?.[1];
  yield ['secret_extra_characters: a variable name', assigned];
  yield ['secret_extra_characters: a variable name', assigned?.replace(/^(["'])(.*)\1$/s, '$2')];

  for (const one of clean.split(/[\s,;|]+/, 8)) yield ['secret_list_in_one', one];

  const bare = clean.replace(PREFIX, '');
  yield ['secret_prefix: not used by the signer', bare];
  yield ['secret_prefix: whsec_ is missing', `whsec_${clean}`];
  yield ['secret_encoding: the signer decodes it from base64', decodeBase64(clean)];
  yield ['secret_encoding: the signer decodes it from base64', decodeBase64(bare)];
  yield ['secret_encoding: the signer encodes it in base64', encodeBase64(encodeUtf8(clean))];
  yield ['secret_encoding: the signer decodes it from hex', decodeHex(bare)];
  if (clean.includes('%')) yield ['secret_encoding: percent-encoded', decodePercent(clean)];
  yield ['secret_encoding: percent-decoded', clean.replaceAll(' ', '+')];
  yield ['secret_encoding: percent-decoded', encodePercent(clean)];
}
