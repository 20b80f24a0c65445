import { validateHeaderName, validateHeaderValue } from 'node:http';
import { cutTo } from '../limits/characters.js';
import { limits } from '../limits/limits.js';
import { SendError } from './send-error.js';
import type { Target } from './target.js';

// They frame the message or belong to the connection, so only the sender sets them.
const RESERVED = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Returns the headers of a request: `Host`, the given ones in their order and spelling, `Content-Length`.
 *
 * @param bodyLength `undefined` if the body is sent in chunks, without its length.
 *
 * @throws SendError `headers_invalid`
 */
export function requestHeaders(
  given: Readonly<Record<string, string>>,
  target: Target,
  bodyLength: number | undefined,
): Record<string, string> {
  const names = new Set<string>();
  for (const [name, value] of Object.entries(given)) {
    const lowerCase = name.toLowerCase();
    if (RESERVED.has(lowerCase)) throw invalid(`The header ${lowerCase} is set by the sender.`);
    if (names.has(lowerCase)) throw invalid(`The header ${lowerCase} is given twice.`);
    names.add(lowerCase);
    validate(name, value);
  }
  return {
    Host: target.authority,
    ...given,
    ...(bodyLength === undefined
      ? { 'Transfer-Encoding': 'chunked' }
      : { 'Content-Length': String(bodyLength) }),
  };
}

function validate(name: string, value: unknown): void {
  const named = cutTo(limits.faultName.most, name);
  if (!accepts(() => validateHeaderName(name))) {
    throw invalid(`${JSON.stringify(named)} cannot be a header name.`);
  }
  // The value itself may be a secret, so the message does not show it.
  if (typeof value !== 'string' || !accepts(() => validateHeaderValue(name, value))) {
    throw invalid(`The value of the header ${named} cannot be sent.`);
  }
}

function invalid(message: string): SendError {
  return new SendError('headers_invalid', message);
}

function accepts(validation: () => void): boolean {
  try {
    validation();
    return true;
  } catch {
    return false;
  }
}
