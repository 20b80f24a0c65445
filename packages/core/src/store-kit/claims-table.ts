/** The table of a store on SQL that was given no other. */
export const CLAIMS_TABLE = 'screening_webhook_claims';

// Names that are safe in the quotes of every database whatever their case, and that cannot inject SQL.
const NAME = /^[a-z_][a-z0-9_]{0,50}(\.[a-z_][a-z0-9_]{0,50})?$/;

/** The option `table` as its parts: a name, or a schema and a name. @throws TypeError when it is malformed. */
export function tableParts(table: string = CLAIMS_TABLE): readonly string[] {
  if (typeof table === 'string' && NAME.test(table)) return table.split('.');
  throw new TypeError(
    `table: expected a name or schema.name of lower-case letters, digits and underscores, got ${JSON.stringify(table)}.`,
  );
}

/**
 * The key as it is stored: a key with more characters than `longest` is a hash, under a name that no other key has. In the keys
 * of receivers a percent sign is always part of an escape, so none begins with two.
 *
 * @param hash A cryptographic one of all UTF-16 units of a key, as text.
 */
export function boundedKey(key: string, longest: number, hash: (key: string) => string): string {
  return key.length <= longest ? key : `%%${hash(key)}`;
}
