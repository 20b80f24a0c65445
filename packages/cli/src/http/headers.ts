import type { HeaderPair } from 'screening-webhooks-delivery-input';

export type { HeaderPair };

// Headers of one connection, not of the delivery (RFC 9110 section 7.6.1). Host and length are set again.
const perConnection = new Set([
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** The headers to keep when a message is forwarded, with their order, spelling and repetitions. */
export function endToEndHeaders(headers: readonly HeaderPair[]): readonly HeaderPair[] {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((each) => each.trim().toLowerCase()));
  const dropped = new Set([...perConnection, ...named, 'expect']);
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()));
}

/** Node's `rawHeaders` as pairs. */
export function headerPairs(rawHeaders: readonly string[]): HeaderPair[] {
  return rawHeaders.flatMap((name, index): HeaderPair[] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );
}
