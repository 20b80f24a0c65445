/**
 * Splits `data.state=CA` at its first `=`. The value is JSON when it parses as JSON, else the text itself. `undefined` if
 * nothing is before an `=`.
 */
export function parseAssignment(
  text: string,
): { readonly path: string; readonly value: unknown } | undefined {
  const equals = text.indexOf('=');
  if (equals < 1) return undefined;
  return { path: text.slice(0, equals), value: jsonOrText(text.slice(equals + 1)) };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
