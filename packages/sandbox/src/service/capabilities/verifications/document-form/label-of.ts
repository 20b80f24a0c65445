const abbreviations: ReadonlyMap<string, string> = new Map([['npi', 'NPI']]);

/** The key of a document's field as people read it: `Expires on` for `expiresOn`. */
export function labelOf(key: string): string {
  const words = key.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|[_-]/g, ' ').toLowerCase();
  return abbreviations.get(key) ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
