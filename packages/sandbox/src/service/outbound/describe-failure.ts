import { firstCharacters } from '../limits/characters.js';
import { figure } from '../limits/figure.js';
import { limits } from '../limits/limits.js';
import { SendError } from './send-error.js';

/** How far a connection had come when it failed. */
export type ConnectionPhase = 'connecting' | 'handshake' | 'exchange';

// An error's text may contain parts of the peer's certificate.
const { most: MAX_TEXT_LENGTH } = limits.errorText;

/** Turns an error of a socket, of TLS or of the HTTP parser into a {@link SendError}. */
export function describeFailure(error: unknown, phase: ConnectionPhase): SendError {
  if (error instanceof SendError) return error;
  const codes = codesOf(error);
  const text = textOf(error);
  const has = (...wanted: readonly string[]): boolean =>
    codes.some((code) => wanted.includes(code));
  if (codes.some((code) => code.startsWith('HPE_'))) {
    return has('HPE_HEADER_OVERFLOW')
      ? new SendError(
          'invalid_response',
          `The headers of the response are larger than ${figure('responseHeaders')}.`,
        )
      : new SendError('invalid_response', `The response is not valid HTTP: ${text}`);
  }
  // Every address of a host was tried. One that answered says more than one that has no route.
  if (phase === 'connecting') {
    if (has('ECONNREFUSED')) {
      return new SendError(
        'connection_refused',
        'The connection was refused: nothing listens there.',
      );
    }
    if (has('ETIMEDOUT')) return new SendError('timeout', 'The connection timed out.');
  }
  if (has('ECONNRESET', 'EPIPE')) {
    return phase === 'handshake'
      ? new SendError('connection_reset', 'The connection was closed during the TLS handshake.')
      : new SendError('connection_reset', 'The connection was closed before a complete response.');
  }
  return phase === 'handshake'
    ? new SendError('tls_failed', `The TLS handshake failed: ${text}`)
    : new SendError('connection_failed', `The connection failed: ${text}`);
}

function codesOf(error: unknown): readonly string[] {
  const parts = error instanceof AggregateError ? error.errors : [error];
  return parts.flatMap((part: unknown) =>
    part instanceof Error && 'code' in part && typeof part.code === 'string' ? [part.code] : [],
  );
}

function textOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  const text = first instanceof Error ? first.message : 'unknown error';
  return firstCharacters(MAX_TEXT_LENGTH, text);
}
