const networkWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'the host name cannot be resolved now',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  ETIMEDOUT: 'the connection timed out',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  EPROTO: 'the server does not speak TLS',
};

/** Describes a network error code; unknown codes are returned unchanged. */
export function describeNetworkError(code: string): string {
  return networkWords[code] ?? code;
}
