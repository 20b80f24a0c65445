/**
 * Makes a record of the flat list of names and values that Node reports. Names are in lower case; values of the same
 * name are joined with a comma.
 */
export function responseHeaders(raw: readonly string[]): Record<string, string> {
  // A peer may name a header `__proto__`, so a plain object cannot collect them.
  const headers = new Map<string, string>();
  for (let i = 0; i + 1 < raw.length; i += 2) {
    const name = raw[i]?.toLowerCase() ?? '';
    const value = raw[i + 1] ?? '';
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}
