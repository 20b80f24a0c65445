import type { ExplainCause } from './causes.js';
import {
  decodeBase64,
  decodeHex,
  decodePercent,
  encodeBase64,
  encodePercent,
  encodeUtf8,
} from './text-codings.js';

/** A key that the signer may have used. */
export interface SecretVariant {
  /** Which of the configured secrets it was made of. */
  readonly secretIndex: number;
  /** What has to be the matter if this key matches; undefined for the secret as it is. */
  readonly cause: ExplainCause | undefined;
  readonly key: Uint8Array;
}

type Alternative = readonly [cause: ExplainCause, key: string | Uint8Array | undefined];

const PREFIX = /^[a-z]+_/;

/**
 * The keys to try, the simplest first: every secret as configured, then every other reading of each.
 * No key is there twice, and none is empty.
 */
export function secretVariants(secrets: readonly string[]): readonly SecretVariant[] {
  const variants: SecretVariant[] = [];
  const seen = new Set<string>();
  const add = (secretIndex: number, cause: ExplainCause | undefined, key: Uint8Array) => {
    const identity = String(key);
    if (key.length === 0 || seen.has(identity)) return;
    seen.add(identity);
    variants.push({ secretIndex, cause, key });
  };

  for (const [index, secret] of secrets.entries()) {
    // Receivers refuse white space around a secret, so even the match is a fault.
    const cause = secret.trim() === secret ? undefined : 'secret_white_space_signed';
    add(index, cause, encodeUtf8(secret));
  }
  for (const [index, secret] of secrets.entries()) {
    for (const [cause, key] of alternatives(secret)) {
      if (key === undefined) continue;
      add(index, cause, typeof key === 'string' ? encodeUtf8(key) : key);
    }
  }
  return variants;
}

/** How else a secret can be read. Dirt first: the codings are then those of the clean secret. */
function* alternatives(secret: string): Generator<Alternative> {
  const trimmed = secret.trim();
  yield ['secret_white_space', trimmed];
  yield ['secret_white_space', secret.replace(/[\s\u200B-\u200D\u2060\uFEFF]/g, '')];

  const unquoted = trimmed.replace(/^(["'`])(.*)\1$/s, '$2').trim();
  yield ['secret_quoted', unquoted];
  yield ['secret_quoted', trimmed.replace(/^["'`]+|["'`]+$/g, '')];

  const clean = unquoted.replace(/(?:\\[rn])+$/, '');
  yield ['secret_escaped_newline', clean];

  const assigned = /^(?:export\s+)?[A-Za-z_][A-Za-z0-9_]*\s*[=:]\s*(.+)$/s.exec(clean)?.[1];
  yield ['secret_with_name', assigned];
  yield ['secret_with_name', assigned?.replace(/^(["'])(.*)\1$/s, '$2')];

  for (const one of clean.split(/[\s,;|]+/, 8)) yield ['secret_list_in_one', one];

  const bare = clean.replace(PREFIX, '');
  yield ['secret_prefix_extra', bare];
  yield ['secret_prefix_missing', `whsec_${clean}`];
  yield ['secret_base64_decoded', decodeBase64(clean)];
  yield ['secret_base64_decoded', decodeBase64(bare)];
  yield ['secret_base64_encoded', encodeBase64(encodeUtf8(clean))];
  yield ['secret_hex_decoded', decodeHex(clean)];
  yield ['secret_hex_decoded', decodeHex(bare)];
  if (clean.includes('%')) yield ['secret_url_encoded', decodePercent(clean)];
  yield ['secret_url_decoded', clean.replaceAll(' ', '+')];
  yield ['secret_url_decoded', encodePercent(clean)];
}
