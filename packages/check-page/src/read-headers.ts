import { type HeaderPair, signatureOf } from 'screening-webhooks-delivery-input';

/** The pasted headers of a delivery. */
export interface PastedHeaders {
  /** The value of `Service-Signature`. */
  readonly signature: string | undefined;
  readonly all: readonly HeaderPair[];
}

// curl -v writes > before lines that it sends, and < before lines that it receives.
const LINE = /^[<>]?[ \t]*([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*)$/;

/**
 * Reads headers as they are copied from a log, a terminal or a browser: lines, an object or a list of pairs in JSON, or the value of
 * `Service-Signature` alone. Other lines, such as the first line of a request, are ignored.
 */
export function readHeaders(text: string): PastedHeaders {
  const pasted = text.trim();
  if (pasted === '') return { signature: undefined, all: [] };
  const all = headersInJson(pasted) ?? headersInLines(pasted);
  if (all.length > 0) return { signature: signatureOf(all), all };
  return { signature: pasted, all: [['Service-Signature', pasted]] };
}

/** Headers as lines, for people to read and change. */
export function headerLines(headers: readonly HeaderPair[]): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n');
}

function headersInLines(text: string): readonly HeaderPair[] {
  return text.split(/\r?\n/).flatMap((line): HeaderPair[] => {
    const [, name, value] = LINE.exec(line.trim()) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
}

/** The headers, or `undefined` if the text is not JSON or other JSON. */
function headersInJson(text: string): readonly HeaderPair[] | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  const value = parsed(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const entries: readonly unknown[] = Array.isArray(value) ? value : Object.entries(value);
  return entries.flatMap(pairsOf);
}

/** A header in JSON. Node has a list for a header that was sent more than once. */
function pairsOf(entry: unknown): readonly HeaderPair[] {
  if (!Array.isArray(entry)) return [];
  const [name, given]: readonly unknown[] = entry;
  const values: readonly unknown[] = Array.isArray(given) ? given : [given];
  return values.flatMap((value): HeaderPair[] =>
    typeof name === 'string' && typeof value === 'string' ? [[name, value]] : [],
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
