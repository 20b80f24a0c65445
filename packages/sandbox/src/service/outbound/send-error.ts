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
  /** No connection within 5 seconds, or no status line and headers within the request's timeout. */
  | 'timeout'
  /** A fault closed the connection on purpose, before the response. */
  | 'cut_off'
  /** The request's signal or `close()` ended it. */
  | 'aborted'
  /** The peer's answer is not HTTP/1, or its headers are larger than 16 KiB. */
  | 'invalid_response';

/** Carries a {@link SendErrorCode} to where a result is made of it. */
export class SendError extends Error {
  readonly code: SendErrorCode;

  constructor(code: SendErrorCode, message: string) {
    super(message);
    this.name = 'SendError';
    this.code = code;
  }
}
