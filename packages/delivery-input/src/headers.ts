/** A header as it is sent. */
export type HeaderPair = readonly [name: string, value: string];

/** The value of `Service-Signature`; repeated headers are joined, as a server joins them. */
export function signatureOf(headers: readonly HeaderPair[]): string | undefined {
  const signatures = headers.filter(([name]) => name.toLowerCase() === 'service-signature');
  return signatures.length === 0 ? undefined : signatures.map(([, value]) => value).join(', ');
}

/** Whether a value is a header. Names are tokens (RFC 9110 section 5.1). Values contain only what Node's parser accepts. */
export function isHeaderPair(value: unknown): value is HeaderPair {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    typeof value[0] === 'string' &&
    /^[!#$%&'*+.^_`|~\w-]+$/.test(value[0]) &&
    typeof value[1] === 'string' &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(value[1])
  );
}
