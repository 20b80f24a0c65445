/** The value of a JSON text, also as bytes; undefined when it is not JSON. */
export function parseJson(json: string | Uint8Array): unknown {
  try {
    return JSON.parse(typeof json === 'string' ? json : new TextDecoder().decode(json));
  } catch {
    return undefined;
  }
}

/** The same, if it is an object and not a list. */
export function parseObject(
  json: string | Uint8Array,
): Readonly<Record<string, unknown>> | undefined {
  const value = parseJson(json);
  return isObject(value) ? value : undefined;
}

/** Whether a value is an object and not a list. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Formats a value as one line of JSON. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
