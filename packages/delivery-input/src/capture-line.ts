import { decodeBase64 } from './base64.js';
import { type HeaderPair, isHeaderPair } from './headers.js';

/** The request of a line of a capture file, and the status of its answer. */
export interface CapturedRequest {
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
  /** The code with which a receiver refused it. A newer version may have written an unknown code. */
  readonly code?: string;
}

/** The version of the format. Readers reject other versions. */
export const FORMAT_VERSION = 1;

/** A line is not a captured delivery. The message says why. */
export class CaptureFormatError extends Error {
  override readonly name = 'CaptureFormatError';
}

/**
 * Reads one line of a capture file.
 *
 * @throws CaptureFormatError with the reason.
 */
export function parseCaptureLine(line: string): CapturedRequest {
  const value = objectOf(line);
  if (value['version'] !== FORMAT_VERSION) {
    throw new CaptureFormatError(`its version is not ${FORMAT_VERSION}`);
  }
  const receivedAt = Date.parse(text(value, 'receivedAt'));
  if (Number.isNaN(receivedAt)) throw new CaptureFormatError('receivedAt is not a valid time');
  const method = text(value, 'method');
  const path = text(value, 'path');
  const fault = requestFault({ method, path });
  if (fault !== undefined) throw new CaptureFormatError(fault);
  const { headers, status, code } = value;
  if (!Array.isArray(headers) || !headers.every(isHeaderPair)) {
    throw new CaptureFormatError('headers is not a list of [name, value] pairs');
  }
  if (typeof status !== 'number') throw new CaptureFormatError('status is not a number');
  const body = decodeBase64(text(value, 'body'));
  if (body === undefined) throw new CaptureFormatError('body is not valid base64');
  const refusal = typeof code === 'string' ? { code } : {};
  return { receivedAt, method, path, headers, body, status, ...refusal };
}

/** Why a request cannot be in a capture file; `undefined` if it can. */
export function requestFault({
  method,
  path,
}: Pick<CapturedRequest, 'method' | 'path'>): string | undefined {
  if (!/^[A-Z]+$/.test(method)) return 'method is not a valid HTTP method';
  return /^\/[\x21-\x7e]*$/.test(path) ? undefined : 'path does not begin with /';
}

function objectOf(line: string): Readonly<Record<string, unknown>> {
  const value = parsed(line);
  if (value === undefined) throw new CaptureFormatError('it is not JSON');
  if (!isObject(value)) throw new CaptureFormatError('it is not a JSON object');
  return value;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: Readonly<Record<string, unknown>>, field: string): string {
  const found = value[field];
  if (typeof found !== 'string') throw new CaptureFormatError(`${field} is not a string`);
  return found;
}
