export const REDACTED = '[redacted]';

// Digits of any script, written like a Social Security number, which the API refuses, or in any groups.
const ssn =
  /(?<!\d)\p{N}{3}[^\p{L}\p{N}:]{0,3}\p{N}{2}[^\p{L}\p{N}:]{0,3}\p{N}{4}(?!\d)|(?<!\d)\p{N}(?:[\s\p{Pd}\p{Cf}_]{0,3}\p{N}){8}(?!\d)/gu;
const uuid = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?![\w-])/.source;
// Longer than an id of this service.
const token = new RegExp(`(?<![\\w-])(?!${uuid})(?=[\\w-]*\\d)(?=[\\w-]*[a-z])[\\w-]{32,}`, 'gi');
const secret = /(?<![\w-])(?:bss|whsec)_\w+/g;
const credentials = /\b(Bearer|Basic)\s+\S+/gi;
const user = /(\b[a-z][a-z\d+.-]*:\/\/)[^\s/?#@]*@/gi;
const query = /([?&][^\s?&#=]+=)[^\s&#]+/g;
const fragment = /(\bhttps?:\/\/[^\s#]*#)\S+/gi;
const hostedPage = /(\/(?:intake|dispute|verify)\/)[^\s/?#]+/g;

/** Replaces what a text must not show: whole Social Security numbers, keys, tokens, and the secret parts of links. */
export function redactText(text: string): string {
  // Numbers first: they can have spaces, at which an address ends.
  const words = text.replaceAll(ssn, REDACTED).split(/(\s+)/);
  return redactDecoded(words.map((word) => redactEncoded(word, (redacted) => redacted)).join(''));
}

/** Redacts the path of a request, as it was sent. */
export function redactPath(path: string): string {
  const parts = path.split('/').map((part) => redactEncoded(part, encodePart));
  return parts.join('/');
}

function encodePart(redacted: string): string {
  return redacted.split(REDACTED).map(encodeURIComponent).join(REDACTED);
}

/** Redacts a part of an address, whose characters may be encoded. @param write Writes it, if anything was replaced. */
function redactEncoded(part: string, write: (redacted: string) => string): string {
  const decoded = decode(part);
  const redacted = redactDecoded(decoded);
  return redacted === decoded ? part : write(redacted);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function redactDecoded(text: string): string {
  return text
    .replaceAll(ssn, REDACTED)
    .replaceAll(credentials, `$1 ${REDACTED}`)
    .replaceAll(user, `$1${REDACTED}@`)
    .replaceAll(fragment, `$1${REDACTED}`)
    .replaceAll(query, `$1${REDACTED}`)
    .replaceAll(hostedPage, `$1${REDACTED}`)
    .replaceAll(secret, REDACTED)
    .replaceAll(token, REDACTED);
}
