import { firstCharacters } from '../limits/characters.js';
import { figure, limits } from '../limits/limits.js';

/** Why a request got no response. */
export type SendErrorCode =
  /** The host is, or resolves to, an address that the policy refuses. Nothing was sent. */
  | 'address_blocked'
  /** The URL is malformed or of a kind that is never posted to. Nothing was sent. */
  | 'url_invalid'
  /** A header's name or value cannot be sent, or is reserved for the sender. Nothing was sent. */
  | 'headers_invalid'
  | 'dns_failed'
  | 'connection_refused'
  /** The peer closed or reset the connection before the status line and headers were complete. */
  | 'connection_reset'
  /** No connection for another reason, such as an unreachable network. */
  | 'connection_failed'
  /** The peer's certificate is not trusted, or the peer does not speak TLS. */
  | 'tls_failed'
  /** No connection within 5 seconds. */
  | 'connect_timeout'
  /** No status line and headers within the request's timeout. */
  | 'timeout'
  /** A fault closed the connection on purpose, before the response. */
  | 'cut_off'
  /** The request's signal or `close()` ended it. */
  | 'aborted'
  /** The peer's answer is not HTTP/1, or its headers are larger than 16 KiB. */
  | 'invalid_response';

/** Carries a {@link SendErrorCode} to the code that makes a result of it. */
export class SendError extends Error {
  readonly code: SendErrorCode;

  constructor(code: SendErrorCode, message: string) {
    super(message);
    this.name = 'SendError';
    this.code = code;
  }
}

export type ConnectionPhase = 'connecting' | 'handshake' | 'exchange';

// An error's text may contain parts of the peer's certificate.
const { most: MAX_TEXT_LENGTH } = limits.errorText;

// Node 24 adds this to the text of a certificate that it does not trust. The reader of the text does not run Node.
const NODE_ADVICE = /; if the root CA is installed locally, .*/;

// Node's codes for a certificate that no authority known to it vouches for.
const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
];

/** Whether `NODE_EXTRA_CA_CERTS` cures an error of TLS. */
export function isUntrusted(error: unknown): boolean {
  return readCode(error).some((code) => UNTRUSTED.includes(code));
}

/** Turns an error of a socket, of TLS or of the HTTP parser into a {@link SendError}. */
export function describeFailure(error: unknown, phase: ConnectionPhase): SendError {
  if (error instanceof SendError) return error;
  // A host with several addresses fails at each of them.
  const causes: readonly unknown[] = error instanceof AggregateError ? error.errors : [error];
  const codes = causes.flatMap(readCode);
  const reason = causes[0] instanceof Error ? causes[0].message : 'unknown error';
  const text = firstCharacters(MAX_TEXT_LENGTH, reason.replace(NODE_ADVICE, ''));
  const has = (...wanted: readonly string[]): boolean =>
    codes.some((code) => wanted.includes(code));
  if (has('HPE_HEADER_OVERFLOW')) {
    const message = `The headers of the response are larger than ${figure('responseHeaders')}.`;
    return new SendError('invalid_response', message);
  }
  if (codes.some((code) => code.startsWith('HPE_'))) {
    return new SendError('invalid_response', `The response is not valid HTTP: ${text}`);
  }
  // Every address of a host was tried. An address that answered says more than one without a route.
  if (phase === 'connecting' && has('ECONNREFUSED')) {
    const message = 'The connection was refused: nothing listens there.';
    return new SendError('connection_refused', message);
  }
  if (phase === 'connecting' && has('ETIMEDOUT')) {
    return new SendError('connect_timeout', 'The connection timed out.');
  }
  if (has('ECONNRESET', 'EPIPE')) {
    const when = phase === 'handshake' ? 'during the TLS handshake' : 'before a complete response';
    return new SendError('connection_reset', `The connection was closed ${when}.`);
  }
  if (phase !== 'handshake') {
    return new SendError('connection_failed', `The connection failed: ${text}`);
  }
  const cure = causes.some(isUntrusted)
    ? '. To trust it, start the service with NODE_EXTRA_CA_CERTS set to the PEM file of the certificate, or of its authority.'
    : '';
  return new SendError('tls_failed', `The TLS handshake failed: ${text}${cure}`);
}

function readCode(cause: unknown): readonly string[] {
  if (!(cause instanceof Error && 'code' in cause)) return [];
  return typeof cause.code === 'string' ? [cause.code] : [];
}
