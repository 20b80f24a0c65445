import { createHmac, timingSafeEqual } from 'node:crypto';
import { bodyForms } from '../../../src/prove/forms/body-forms.js';
import type { FlawName } from './flaws.js';

/** The inputs of the verification. */
export interface Signed {
  readonly header: string | undefined;
  readonly body: Buffer;
  readonly secrets: readonly string[];
  /** Unix seconds. */
  readonly now: number;
}

const MAX_HEADER = 4096;
const MAX_V1 = 8;

/**
 * Verifies a delivery as the specification says (section 5), apart from one flaw.
 *
 * @throws RangeError with the flaw `crash-on-a-short-v1`.
 */
export function isGenuine(flaw: FlawName | undefined, delivery: Signed): boolean {
  const { header, now } = delivery;
  if (flaw === 'verifies-nothing') return true;
  if (header === undefined) return flaw === 'accepts-unsigned';
  if (header.length > MAX_HEADER) return false;
  const pairs = header.split(',').map((pair) => {
    const [key = '', ...value] = pair.split('=');
    return { key: key.trim(), value: value.join('=').trim() };
  });
  if (flaw === 't-first' && pairs[0]?.key !== 't') return false;
  if (flaw === 'known-keys-only' && pairs.some(({ key }) => key !== 't' && key !== 'v1'))
    return false;
  const timestamps = pairs.filter(({ key }) => key === 't').map(({ value }) => value);
  if (timestamps.length === 0 && flaw === 'accepts-missing-t') timestamps.push(String(now));
  if (flaw === 't-by-regex') timestamps.splice(0, Infinity, /t=(\d+)/.exec(header)?.[1] ?? '');
  const [t = ''] = timestamps;
  if (timestamps.length !== 1 || !/^\d+$/.test(t)) return false;
  const age = now - (flaw === 'milliseconds-too' && t.length > 12 ? Number(t) / 1000 : Number(t));
  const window =
    flaw === 'window-of-ten-minutes' ? 600 : flaw === 'window-of-one-minute' ? 60 : 300;
  if (age > window && flaw !== 'ignores-age') return false;
  if (-age > window && flaw !== 'ignores-future') return false;

  let given = pairs
    .filter(({ key }) => key === 'v1' || alsoCounts(flaw, key))
    .map(({ value }) => value);
  if (given.length > MAX_V1) return false;
  if (flaw === 'refuses-empty-v1' && given.includes('')) return false;
  if (flaw === 'first-v1-only') given = given.slice(0, 1);
  if (flaw === 'last-v1-only') given = given.slice(-1);
  const expected = expectedMacs(flaw, t, delivery);
  return given.some((v1) => expected.some((mac) => matches(flaw, v1, mac)));
}

function alsoCounts(flaw: FlawName | undefined, key: string): boolean {
  if (flaw === 'accepts-v0') return key === 'v0';
  return flaw === 'v11-counts' && key.startsWith('v1');
}

/** The MACs that this receiver accepts. */
export function expectedMacs(
  flaw: FlawName | undefined,
  t: string,
  { body, secrets }: Pick<Signed, 'body' | 'secrets'>,
): readonly string[] {
  const keys = [...(flaw === 'new-secret-only' ? secrets.slice(0, 1) : secrets)];
  if (flaw === 'empty-secret') keys.push('');
  if (flaw === 'unset-secret') keys.push('undefined');
  return keys.flatMap((key) => {
    const mac = (...parts: readonly (string | Buffer)[]) =>
      parts.reduce((hmac, part) => hmac.update(part), createHmac('sha256', key)).digest();
    const macs = signedBodies(flaw, body).map((signed) => mac(t, '.', signed).toString('hex'));
    if (flaw === 'mac-over-the-body') macs.push(mac(body).toString('hex'));
    if (flaw === 'mac-without-the-dot') macs.push(mac(t, body).toString('hex'));
    if (flaw === 'sha1-too') {
      macs.push(createHmac('sha1', key).update(`${t}.`).update(body).digest('hex'));
    }
    if (flaw === 'base64-mac') macs.push(mac(t, '.', body).toString('base64'));
    return macs;
  });
}

/** The bytes or texts of which this receiver accepts a signature. */
function signedBodies(flaw: FlawName | undefined, body: Buffer): readonly (string | Buffer)[] {
  const text = body.toString();
  switch (flaw) {
    case 'reserialized-only':
      return rewritten(text, (value) => JSON.stringify(JSON.parse(value)));
    case 'reserialized-too':
      return [body, ...rewritten(text, (value) => JSON.stringify(JSON.parse(value)))];
    case 'indented-too':
      return [body, ...rewritten(text, (value) => JSON.stringify(JSON.parse(value), null, 2))];
    case 'sorted-top-level-too':
      return [body, ...inForm(text, 'with-sorted-top-level-keys')];
    case 'sorted-keys-too':
      return [body, ...inForm(text, 'with-sorted-keys')];
    case 'python-too':
      return [body, ...inForm(text, 'as-python-writes-it')];
    case 'python-sorted-too':
      return [body, ...inForm(text, 'as-python-sorts-it')];
    case 'php-too':
      return [body, ...inForm(text, 'as-php-writes-it')];
    case 'decoded-text':
      return [new TextDecoder().decode(body)];
    case 'trimmed-body':
      return [text.trim()];
    case 'latin1-body':
      return [body.toString('latin1')];
    default:
      return [body];
  }
}

function inForm(text: string, name: string): readonly string[] {
  return bodyForms
    .filter((form) => form.name === name)
    .flatMap(({ write }) => rewritten(text, write));
}

function rewritten(text: string, write: (body: string) => string): readonly string[] {
  try {
    return [write(text)];
  } catch {
    return [];
  }
}

function matches(flaw: FlawName | undefined, given: string, mac: string): boolean {
  switch (flaw) {
    case 'first-half-compared':
      return given.slice(0, 32) === mac.slice(0, 32);
    case 'second-half-compared':
      return given.slice(-32) === mac.slice(-32);
    case 'given-digits-compared':
      return given !== '' && mac.startsWith(given);
    case 'last-digit-not-compared':
      return given.length === mac.length && given.slice(0, -1) === mac.slice(0, -1);
    case 'hex-decoder-that-stops':
      return given.startsWith(mac);
    case 'crash-on-a-short-v1':
      return timingSafeEqual(Buffer.from(given), Buffer.from(mac));
    default:
      return given.length === mac.length && timingSafeEqual(Buffer.from(given), Buffer.from(mac));
  }
}
