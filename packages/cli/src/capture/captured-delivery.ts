import { eventLabel } from '../event/event-label.js';
import type { HeaderPair } from '../http/headers.js';
import { isObject, jsonLine, parseJson } from '../json.js';

/** A delivery as it was received, and the status of its answer. */
export interface CapturedDelivery {
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** In their original order and spelling. */
  readonly headers: readonly HeaderPair[];
  /** The exact bytes. */
  readonly body: Uint8Array;
  /** The status of the answer to the sender. */
  readonly status: number;
}

/** The version of the format. Readers reject other versions. */
const FORMAT_VERSION = 1;

/** A line is not a captured delivery; the message says why. */
export class CaptureFormatError extends Error {
  override readonly name = 'CaptureFormatError';
}

/** Formats one line of a capture file, with its newline. `event` is only for searching; readers parse the body. */
export function formatCapture(captured: CapturedDelivery): string {
  const event = eventLabel(captured.body);
  return jsonLine({
    version: FORMAT_VERSION,
    receivedAt: new Date(captured.receivedAt).toISOString(),
    method: captured.method,
    path: captured.path,
    ...(event && { event }),
    headers: captured.headers,
    body: Buffer.from(captured.body).toString('base64'),
    status: captured.status,
  });
}

/**
 * Reads one line of a capture file.
 *
 * @throws CaptureFormatError that says what is wrong.
 */
export function parseCapture(line: string): CapturedDelivery {
  const value = parseJson(line);
  if (value === undefined) throw new CaptureFormatError('it is not JSON');
  if (!isObject(value)) throw new CaptureFormatError('it is not a JSON object');
  if (value['version'] !== FORMAT_VERSION) {
    throw new CaptureFormatError(`its version is not ${FORMAT_VERSION}`);
  }
  const receivedAt = Date.parse(text(value, 'receivedAt'));
  if (Number.isNaN(receivedAt)) throw new CaptureFormatError('receivedAt is not a valid time');
  const method = text(value, 'method');
  const path = text(value, 'path');
  const fault = requestFault({ method, path });
  if (fault !== undefined) throw new CaptureFormatError(fault);
  const { headers, status } = value;
  if (!isHeaders(headers)) {
    throw new CaptureFormatError('headers is not a list of [name, value] pairs');
  }
  if (typeof status !== 'number') throw new CaptureFormatError('status is not a number');
  return { receivedAt, method, path, headers, body: bytes(text(value, 'body')), status };
}

/** Why a request cannot be in a capture file. Undefined: it can. */
export function requestFault({
  method,
  path,
}: Pick<CapturedDelivery, 'method' | 'path'>): string | undefined {
  if (!/^[A-Z]+$/.test(method)) return 'method is not a valid HTTP method';
  return /^\/[\x21-\x7e]*$/.test(path) ? undefined : 'path does not begin with /';
}

function text(value: Readonly<Record<string, unknown>>, field: string): string {
  const found = value[field];
  if (typeof found !== 'string') throw new CaptureFormatError(`${field} is not a string`);
  return found;
}

// Buffer.from ignores invalid characters, so the text is compared with its re-encoded form.
function bytes(base64: string): Uint8Array {
  const decoded = Buffer.from(base64, 'base64');
  if (decoded.toString('base64') !== base64)
    throw new CaptureFormatError('body is not valid base64');
  return decoded;
}

// Names are tokens (RFC 9110 section 5.1). Values contain only what Node's parser accepts.
function isHeaders(value: unknown): value is HeaderPair[] {
  return (
    Array.isArray(value) &&
    value.every(
      (pair: unknown) =>
        Array.isArray(pair) &&
        pair.length === 2 &&
        typeof pair[0] === 'string' &&
        /^[!#$%&'*+.^_`|~\w-]+$/.test(pair[0]) &&
        typeof pair[1] === 'string' &&
        /^[\t\x20-\x7e\x80-\xff]*$/.test(pair[1]),
    )
  );
}
