import type { Diagnosis } from './diagnosis.js';
import { decodeBase64, decodePercent, encodeUtf8, parseJson } from './encodings.js';

/** The bodies that may be inside a text: base64, JSON.stringify, a form, the event of a gateway. */
export function* unwrapBody(
  text: string,
): Generator<readonly [diagnosis: Diagnosis, bytes: Uint8Array]> {
  const base64 = decodeBase64(text.replace(/\s+/g, ''));
  if (base64) yield ['body_base64', base64];

  if (/^\d{1,3}(?:,\d{1,3})+$/.test(text)) {
    // String(uint8Array)
    yield ['body_stringified: bytes', Uint8Array.from(text.split(','), Number)];
  }
  const form = /^(?:(?:payload|body|data|json)=)?([^=&]+)=?$/i.exec(text)?.[1];
  const isForm = form !== undefined && /%7B/i.test(form);
  const fields = isForm ? decodePercent(form.replaceAll('+', ' ')) : undefined;
  if (fields !== undefined) yield ['body_form_encoded', encodeUtf8(fields)];

  const value = parseJson(text);
  if (typeof value === 'string') {
    yield ['body_stringified: text', encodeUtf8(value)];
    const inner = decodeBase64(value);
    if (inner) yield ['body_base64', inner];
  }
  if (typeof value !== 'object' || value === null) return;
  const bytes = stringifiedBytes(value);
  if (bytes) yield ['body_stringified: bytes', bytes];
  if ('body' in value && typeof value.body === 'string') {
    // The event that AWS Lambda passes to a function.
    yield ['body_in_gateway_event', encodeUtf8(value.body)];
    const inner = decodeBase64(value.body);
    if (inner) yield ['body_in_gateway_event', inner];
  }
}

/** Undoes what JSON.stringify writes for a Buffer (`{"type":"Buffer","data":[…]}`) or a Uint8Array (`{"0":…}`). */
function stringifiedBytes(value: object): Uint8Array | undefined {
  const numbers = 'data' in value && Array.isArray(value.data) ? value.data : Object.values(value);
  const isByte = (each: unknown) =>
    Number.isInteger(each) && Number(each) >= 0 && Number(each) < 256;
  if (numbers.length === 0 || !numbers.every(isByte)) return undefined;
  return Uint8Array.from(numbers, Number);
}
