import { firstCharacters } from '../limits/characters.js';
import { figure, limits } from '../limits/limits.js';
import { SendError } from './send-error.js';

export type ConnectionPhase = 'connecting' | 'handshake' | 'exchange';

// An error's text may contain parts of the peer's certificate.
const { most: MAX_TEXT_LENGTH } = limits.errorText;

/** Turns an error of a socket, of TLS or of the HTTP parser into a {@link SendError}. */
export function describeFailure(error: unknown, phase: ConnectionPhase): SendError {
  if (error instanceof SendError) return error;
  // A host with several addresses fails at each of them.
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const codes = causes.flatMap(readCode);
  const reason = causes[0] instanceof Error ? causes[0].message : 'unknown error';
  const text = firstCharacters(MAX_TEXT_LENGTH, reason);
  const has = (...wanted: readonly string[]): boolean =>
    codes.some((code) => wanted.includes(code));
  if (has('HPE_HEADER_OVERFLOW')) {
    const message = `The headers of the response are larger than ${figure('responseHeaders')}.`;
    return new SendError('invalid_response', message);
  }
  if (codes.some((code) => code.startsWith('HPE_'))) {
    return new SendError('invalid_response', `The response is not valid HTTP: ${text}`);
  }
  // Every address of a host was tried. One that answered says more than one that has no route.
  if (phase === 'connecting' && has('ECONNREFUSED')) {
    const message = 'The connection was refused: nothing listens there.';
    return new SendError('connection_refused', message);
  }
  if (phase === 'connecting' && has('ETIMEDOUT')) {
    return new SendError('timeout', 'The connection timed out.');
  }
  if (has('ECONNRESET', 'EPIPE')) {
    const when = phase === 'handshake' ? 'during the TLS handshake' : 'before a complete response';
    return new SendError('connection_reset', `The connection was closed ${when}.`);
  }
  return phase === 'handshake'
    ? new SendError('tls_failed', `The TLS handshake failed: ${text}`)
    : new SendError('connection_failed', `The connection failed: ${text}`);
}

function readCode(cause: unknown): readonly string[] {
  if (!(cause instanceof Error && 'code' in cause)) return [];
  return typeof cause.code === 'string' ? [cause.code] : [];
}
