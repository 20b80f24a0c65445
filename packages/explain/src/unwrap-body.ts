import type { BodyVariant } from './body-variants.js';
import { decodeBase64, decodePercent, encodeUtf8, parseJson } from './text-codings.js';

/** The bytes inside of a text that something has wrapped around a body. */
export function* unwrapBody(text: string): Generator<BodyVariant> {
  const base64 = decodeBase64(text.replace(/\s+/g, ''));
  if (base64) yield { cause: 'body_base64', bytes: base64 };

  if (/^\d{1,3}(?:,\d{1,3})+$/.test(text)) {
    // String(uint8Array)
    yield { cause: 'body_serialised_bytes', bytes: Uint8Array.from(text.split(','), Number) };
  }
  const form = /^(?:(?:payload|body|data|json)=)?([^=&]+)=?$/i.exec(text)?.[1];
  const isForm = form !== undefined && /%7B/i.test(form);
  const fields = isForm ? decodePercent(form.replaceAll('+', ' ')) : undefined;
  if (fields !== undefined) yield { cause: 'body_form_encoded', bytes: encodeUtf8(fields) };

  const value = parseJson(text);
  if (typeof value === 'string') {
    yield { cause: 'body_double_stringified', bytes: encodeUtf8(value) };
    const inner = decodeBase64(value);
    if (inner) yield { cause: 'body_base64', bytes: inner };
  }
  if (typeof value !== 'object' || value === null) return;
  const bytes = serialisedBytes(value);
  if (bytes) yield { cause: 'body_serialised_bytes', bytes };
  if ('body' in value && typeof value.body === 'string') {
    // The event of AWS Lambda, with the body in it.
    yield { cause: 'body_in_gateway_event', bytes: encodeUtf8(value.body) };
    const inner = decodeBase64(value.body);
    if (inner) yield { cause: 'body_in_gateway_event', bytes: inner };
  }
}

/** What JSON.stringify makes of a Buffer (`{"type":"Buffer","data":[…]}`) or of a Uint8Array (`{"0":…}`). */
function serialisedBytes(value: object): Uint8Array | undefined {
  const numbers = 'data' in value && Array.isArray(value.data) ? value.data : Object.values(value);
  const isByte = (each: unknown) =>
    Number.isInteger(each) && Number(each) >= 0 && Number(each) < 256;
  if (numbers.length === 0 || !numbers.every(isByte)) return undefined;
  return Uint8Array.from(numbers, Number);
}
