import { type EventLabel, eventLabel } from '../event/event-label.js';
import type { HeaderPair } from '../http/headers.js';

/** A delivery as it was received, and the status that it was answered with. */
export interface CapturedDelivery {
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** In the order and spelling of the wire. */
  readonly headers: readonly HeaderPair[];
  /** The exact bytes. */
  readonly body: Uint8Array;
  /** What the sender was answered. */
  readonly status: number;
}

/** The version of the format. A reader refuses others. */
const FORMAT_VERSION = 1;

/** Why a line is no captured delivery. */
export class CaptureFormatError extends Error {
  override readonly name = 'CaptureFormatError';
}

/** One line of a capture file, with its newline. `event` is there to be searched for; readers take it from the body. */
export function formatCapture(captured: CapturedDelivery): string {
  const event: EventLabel | undefined = eventLabel(captured.body);
  return `${JSON.stringify({
    version: FORMAT_VERSION,
    receivedAt: new Date(captured.receivedAt).toISOString(),
    method: captured.method,
    path: captured.path,
    ...(event && { event }),
    headers: captured.headers,
    body: Buffer.from(captured.body).toString('base64'),
    status: captured.status,
  })}\n`;
}

/**
 * Reads one line of a capture file.
 *
 * @throws CaptureFormatError saying in a few words what is wrong.
 */
export function parseCapture(line: string): CapturedDelivery {
  const value = parseObject(line);
  if (value['version'] !== FORMAT_VERSION) {
    throw new CaptureFormatError(`its version is not ${FORMAT_VERSION}`);
  }
  const receivedAt = Date.parse(text(value, 'receivedAt'));
  if (Number.isNaN(receivedAt)) throw new CaptureFormatError('receivedAt is no time');
  const method = text(value, 'method');
  if (!/^[A-Z]+$/.test(method)) throw new CaptureFormatError('method is none');
  const path = text(value, 'path');
  if (!/^\/[\x21-\x7e]*$/.test(path)) throw new CaptureFormatError('path does not begin with /');
  const { headers, status } = value;
  if (!isHeaders(headers)) {
    throw new CaptureFormatError('headers is no list of [name, value]');
  }
  if (typeof status !== 'number') throw new CaptureFormatError('status is no number');
  return { receivedAt, method, path, headers, body: bytes(text(value, 'body')), status };
}

function parseObject(line: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new CaptureFormatError('it is not JSON');
  }
  if (!isRecord(value)) throw new CaptureFormatError('it is no JSON object');
  return value;
}

function text(value: Readonly<Record<string, unknown>>, field: string): string {
  const found = value[field];
  if (typeof found !== 'string') throw new CaptureFormatError(`${field} is no text`);
  return found;
}

// Buffer.from drops what is not base64 without a word; what does not come out again as it went in was damaged.
function bytes(base64: string): Uint8Array {
  const decoded = Buffer.from(base64, 'base64');
  if (decoded.toString('base64') !== base64) throw new CaptureFormatError('body is no base64');
  return decoded;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Names are tokens (RFC 9110 section 5.1), and values hold what Node would have read from the wire.
function isHeaders(value: unknown): value is HeaderPair[] {
  return (
    Array.isArray(value) &&
    value.every(
      (pair: unknown) =>
        Array.isArray(pair) &&
        pair.length === 2 &&
        /^[!#$%&'*+.^_`|~\w-]+$/.test(String(pair[0])) &&
        typeof pair[1] === 'string' &&
        /^[\t\x20-\x7e\x80-\xff]*$/.test(pair[1]),
    )
  );
}
