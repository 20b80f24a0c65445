const networkWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ENOTFOUND: 'the host does not exist',
  EAI_AGAIN: 'the host name cannot be resolved now',
  EHOSTUNREACH: 'the host is unreachable',
  ENETUNREACH: 'the network is unreachable',
  ETIMEDOUT: 'the connection timed out',
  EPROTO: 'the server does not speak TLS',
};

const unknownAuthority =
  'no authority that Node knows vouches for its certificate; to trust it, set NODE_EXTRA_CA_CERTS to the PEM file of its authority';

/** Why a certificate is refused, and the cure: its receiver runs. */
const certificateWords: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is self-signed; to trust it, set NODE_EXTRA_CA_CERTS to its PEM file',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  CERT_UNTRUSTED: unknownAuthority,
  CERT_HAS_EXPIRED: 'its certificate has expired; renew it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host; check the URL',
};

/** Describes a network error code; unknown codes are returned unchanged. */
export function describeNetworkError(code: string): string {
  return certificateWords[code] ?? networkWords[code] ?? code;
}

/** Describes a network error code, and what to do before anything was reached. */
export function describeUnreachable(code: string): string {
  return (
    certificateWords[code] ?? `${describeNetworkError(code)}; start the receiver, or check the URL`
  );
}
