/** The parts of a `Service-Signature` header, as they were sent. */
export interface SentSignature {
  /** Unix seconds. Undefined: there is none. */
  readonly t: string | undefined;
  readonly v1: readonly string[];
}

/** Reads the signature of an attempt for people. A fault may have sent anything. */
export function signatureOf(headers: Readonly<Record<string, string>>): SentSignature | undefined {
  const found = Object.entries(headers).find(
    ([name]) => name.toLowerCase() === 'service-signature',
  );
  if (!found) return undefined;
  const pairs = found[1].split(',').map((pair) => {
    const at = pair.indexOf('=');
    return { name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() };
  });
  return {
    t: pairs.find(({ name }) => name === 't')?.value,
    v1: pairs.filter(({ name }) => name === 'v1').map(({ value }) => value),
  };
}
